"""Pure: uploaded bytes to bounded grids of cells, whatever the file format."""
