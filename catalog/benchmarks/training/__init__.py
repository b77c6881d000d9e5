"""What MLPerf Training asks: its logs, rounds, targets, score and system files."""
