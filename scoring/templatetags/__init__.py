"""Words of scoring in the templates."""
