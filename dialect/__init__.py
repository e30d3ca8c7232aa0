"""The `nn` dialect: op definitions with verifiers and numpy meanings, builders, text, and the reference interpreter."""
