"""Pure: which framework, driver, toolkit, GPU and system go together."""
