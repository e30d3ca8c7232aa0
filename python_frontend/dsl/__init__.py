"""The expression DSL: leaves, operators and functions, and the builder that turns expressions into nn IR."""
