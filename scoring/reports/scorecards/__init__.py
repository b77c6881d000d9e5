"""The scorecard: a ranking down to its cells, as a document and as a workbook."""
