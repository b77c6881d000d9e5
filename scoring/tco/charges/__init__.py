"""Pure: cost lines beyond the quote: lease, tariffs, cooling, downtime, tax."""
