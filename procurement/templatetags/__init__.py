"""Template tags: money, percent, icons, components."""
