"""The chapters of the report, one module each: snapshot → blocks."""
