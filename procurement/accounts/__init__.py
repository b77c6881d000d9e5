"""People: users, organisation roles, tokens, sign-in."""
