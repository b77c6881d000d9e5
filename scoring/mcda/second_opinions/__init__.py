"""Pure: the same matrix judged by other methods, and weights from comparisons."""
