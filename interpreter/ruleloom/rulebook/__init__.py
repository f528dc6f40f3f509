"""The composed rules of a configuration for reading, in its language, as terminal and pages print them."""
