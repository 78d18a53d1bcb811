"""Milliseconds a case that a comparison of result tables takes in pandas, in the way of the Spider 2.0 evaluator.

Written from its description (CSV to frames, per-column search, sort as text, tolerance 0.01) to be a measure of
time; verdicts are checked elsewhere. Usage: python3 published-spider2.py cases.jsonl
"""

import io
import json
import math
import sys
import time

import pandas as pd


def same(left, right, ignore_order):
    left = [0 if pd.isna(value) else value for value in left]
    right = [0 if pd.isna(value) else value for value in right]
    if ignore_order:
        key = lambda value: (value is None, str(value), isinstance(value, (int, float)))
        left, right = sorted(left, key=key), sorted(right, key=key)
    if len(left) != len(right):
        return False
    for a, b in zip(left, right):
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            if not math.isclose(float(a), float(b), abs_tol=0.01):
                return False
        elif a != b:
            return False
    return True


def matches(answer, gold, columns, ignore_order):
    chosen = gold.iloc[:, columns] if columns else gold
    wanted = chosen.transpose().values.tolist()
    given = answer.transpose().values.tolist()
    return all(any(same(column, other, ignore_order) for other in given) for column in wanted)


def judge(case):
    answer = pd.read_csv(io.StringIO(case["pred_csv"]))
    conditions = case.get("condition_cols") or []
    for index, text in enumerate(case["gold_csvs"]):
        own = conditions[index] if conditions and all(isinstance(one, list) for one in conditions) else conditions
        if matches(answer, pd.read_csv(io.StringIO(text)), own, case["ignore_order"]):
            return 1
    return 0


with open(sys.argv[1], encoding="utf-8") as file:
    cases = [json.loads(line) for line in file if line.strip()]
best = math.inf
for _ in range(2):
    start = time.perf_counter()
    for case in cases:
        try:
            judge(case)
        except Exception:
            pass
    best = min(best, (time.perf_counter() - start) / len(cases))
print(1000 * best)
