"""Pure: does the room carry the servers: power, feeds, units, cooling, floor, ports."""
