"""Pure: owning against renting: break-even, crossover and the best mix."""
