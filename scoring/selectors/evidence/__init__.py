"""What candidates have for data criteria and knock-outs."""
