"""What the report says and how it is drawn."""
