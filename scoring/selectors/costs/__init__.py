"""What each candidate costs: prices and assumptions in, results and tables out."""
