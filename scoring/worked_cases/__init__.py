"""Pure: the published cases worked out by the models, and their table."""
