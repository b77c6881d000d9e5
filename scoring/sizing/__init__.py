"""Pure: memory, FLOPs and the rules of the advisor."""
