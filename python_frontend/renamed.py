"""Names of the manual that are written otherwise here, for the error that a use of one gets. Source: `docs/manual-map.md`."""

INSTEAD = {
    "sum": "row_reduce_sum(x) or col_reduce_sum(x)",
    "sqr": "square(x)",
    "zero": "compute_into(0.0, x)",
    "add_inplace": "compute_into(x + y, x)",
    "scale_inplace": "compute_into(x * factor, x)",
    "accumulate": "compute_into(x + y, x)",
    "batched_matmul": "matmul(a, b, batch=...)",
    "matmul_with_bias": "row_broadcast or col_broadcast on the bias: matmul(a, b) + col_broadcast(bias)",
    "start_expr": "the expression itself; an expression may span several lines of Python",
    "begin_expr": "the expressions themselves, and compile([first, second])",
    "end_expr": "the expressions themselves, and compile([first, second])",
}
