"""Pure: spreadsheet rows to typed rows with errors by cell."""
