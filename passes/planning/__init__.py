"""Planning: the graph of computing ops, the levels, and the planner that partitions the one under the other."""
