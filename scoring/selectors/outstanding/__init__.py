"""What is missing in an evaluation and who must act, one module a stage."""
