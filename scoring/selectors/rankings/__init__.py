"""The ranking: rows into the arithmetic, its result into tables and sentences."""
