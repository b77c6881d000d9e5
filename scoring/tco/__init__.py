"""Pure: cost lines, discounting, cost of ownership."""
