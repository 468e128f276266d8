"""Compresses the lists it is told of, and says in nanoseconds how long that took."""

import inspect
import json
import sys
import time

from mindsave import compress_layer2


def made(rules):
    """A list as it came, or made of what it says."""
    if isinstance(rules, list):
        return rules
    words = rules["words"]
    return [f"no {words[i % len(words)]} in module {i}" for i in range(rules["count"])]


with open(sys.argv[1], encoding="utf-8") as file:
    lists = {name: made(rules) for name, rules in json.load(file).items()}

# The original wants every argument.
needed = [p for p in inspect.signature(compress_layer2).parameters.values() if p.default is p.empty]
rest = [[] for _ in needed[1:]]

for line in sys.stdin:
    name, times = line.split()
    rules = lists[name]
    start = time.perf_counter_ns()
    for _ in range(int(times)):
        compress_layer2(rules, *rest)
    took = time.perf_counter_ns() - start
    print(took, flush=True)
