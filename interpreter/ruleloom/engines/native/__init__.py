"""The native engine: a plan printed as C, compiled once, kept by its content, loaded and run."""
