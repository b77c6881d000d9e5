"""Pure: payback, cost per unit of work, and lives that differ."""
