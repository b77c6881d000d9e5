"""Pure: quoted lines to amounts in one currency and tax basis, and their comparison."""
