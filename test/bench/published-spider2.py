"""Milliseconds a case that a comparison of result tables takes in pandas, in the way of the Spider 2.0 evaluator.

Usage: python3 published-spider2.py cases.jsonl
"""

import json
import math
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "comparison"))
from published import pandas, spider2

if pandas is None:
    sys.exit("there is no pandas")
with open(sys.argv[1], encoding="utf-8") as file:
    cases = [json.loads(line) for line in file if line.strip()]
best = math.inf
for _ in range(2):
    start = time.perf_counter()
    for case in cases:
        try:
            spider2(case)
        except Exception:
            pass
    best = min(best, (time.perf_counter() - start) / len(cases))
print(1000 * best)
