"""Pure: does a workload fit, how many GPUs does it need, how long does it take."""
