"""The runtime: target descriptions, compiling in workers, devices, and loaded executables."""
