"""Pure: exact arithmetic, refused inputs, and numbers that know their formula."""
