"""What the sizing page shows: the servers of the catalogue against a workload."""
