"""The commands: `nn-opt` and `nnfuse`."""
