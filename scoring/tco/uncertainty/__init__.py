"""Pure: what the uncertain inputs do to the cost: tornado and simulation."""
