"""The four gates, each a pure function from (graph, partition, candidate, level) to a `Verdict`; first refusal wins."""
