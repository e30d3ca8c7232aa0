"""Example kernels, written as a user writes them. `nnfuse demo` runs them all."""
