"""Pure: bytes per GPU, part by part, in training and in inference."""
