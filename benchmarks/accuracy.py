"""Measure the transcendental functions against float64: units in the last place, on each target.

python benchmarks/accuracy.py                   print the table
python benchmarks/accuracy.py --write           also write docs/accuracy.json, which docs/ops.md and the tests read
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import nnfuse
from nnfuse.dialect import nn
from nnfuse.runtime.devices import vulkan_device_name

COUNT = 1 << 18
ACCURACY_FILE = Path(__file__).parents[1] / "docs" / "accuracy.json"

# Each function with the range that its arguments are drawn from, evenly; two ranges for two arguments.
RANGES: dict[str, tuple[tuple[float, float], ...]] = {
    "exp": ((-80.0, 80.0),),
    "log": ((1e-6, 1e6),),
    "rsqrt": ((1e-6, 1e6),),
    "tanh": ((-10.0, 10.0),),
    "erf": ((-5.0, 5.0),),
    "sin": ((-8192.0, 8192.0),),
    "cos": ((-8192.0, 8192.0),),
    "exp2": ((-120.0, 120.0),),
    "log2": ((1e-6, 1e6),),
    "pow": ((1e-3, 1e3), (-10.0, 10.0)),
}


def measure(name: str, target: str) -> float:
    """The largest error of a function, in units in the last place of the float64 result rounded to float32."""
    rng = np.random.default_rng(7)
    ranges = RANGES[name]
    arrays = [rng.uniform(low, high, (1, COUNT)).astype(np.float32) for low, high in ranges]
    builder = nnfuse.ModuleBuilder()
    with builder.function(name, arrays) as arguments:
        builder.return_(getattr(nn, name)(*arguments))
    expected = nnfuse.reference(builder.finish())(*arrays)
    result = nnfuse.compile(builder.finish(), target=target)(*arrays)
    normal = np.abs(expected) > np.finfo(np.float32).tiny
    spacing = np.spacing(np.abs(expected).astype(np.float32)).astype(np.float64)
    return float((np.abs(result - expected) / spacing)[normal].max())


def main() -> None:
    """Measure on the CPU, and on a Vulkan device where there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/accuracy.json")
    arguments = parser.parse_args()
    targets = ["cpu", *(["vulkan"] if vulkan_device_name() else [])]
    table = {name: {target: round(measure(name, target), 2) for target in targets} for name in RANGES}
    print(f"{'function':<10}{'arguments':<36}" + "".join(f"{target:>10}" for target in targets))
    for name, errors in table.items():
        text = " and ".join(f"{low:g} to {high:g}" for low, high in RANGES[name])
        print(f"{name:<10}{text:<36}" + "".join(f"{errors[target]:>10.2f}" for target in targets))
    if arguments.write:
        records = {
            name: {"arguments": [list(bounds) for bounds in RANGES[name]], "ulp": errors} for name, errors in table.items()
        }
        ACCURACY_FILE.write_text(json.dumps({"vulkan device": vulkan_device_name(), "functions": records}, indent=2) + "\n")


if __name__ == "__main__":
    main()
