"""What can be bought: facts."""
