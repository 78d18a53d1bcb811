"""Verdicts of the published evaluators, restated from their descriptions, to hold Assay's rules against.

Reads JSON lines {"rule", "case"}, the cases laid out as `assay compare` takes them, and writes a JSON list of
verdicts: 1, 0, a score, "error:" with the exception's name, or null where pandas would be needed and is not there.
"""

import datetime
import decimal
import io
import itertools
import json
import math
import sys

try:
    import pandas
except ImportError:
    pandas = None


# Rows of a database: BIRD's set comparison and soft F1, the test suite's result comparison.


def bird_ex(answer, gold):
    return int(set(answer) == set(gold))


def soft_f1(answer, gold):
    if not answer and not gold:
        return 1
    answer, gold = list(dict.fromkeys(answer)), list(dict.fromkeys(gold))
    matched, only_answer, only_gold = 0.0, float(max(0, len(answer) - len(gold))), 0.0
    for index, wanted in enumerate(gold):
        if index >= len(answer):
            only_gold += 1
            continue
        row, width = answer[index], len(wanted)
        found = sum(value in wanted for value in row)
        matched += found / width
        only_answer += (len(row) - found) / width
        only_gold += sum(value not in row for value in wanted) / width
    precision = matched / (matched + only_answer) if matched + only_answer else 0
    recall = matched / (matched + only_gold) if matched + only_gold else 0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0


def test_suite(answer, gold, ordered):
    if not answer and not gold:
        return 1
    if len(answer) != len(gold) or len(answer[0]) != len(gold[0]):
        return 0
    as_bag = lambda row: tuple(sorted(row, key=lambda value: str(value) + str(type(value))))
    quick = [list(map(as_bag, rows)) for rows in (answer, gold)]
    if quick[0] != quick[1] if ordered else set(quick[0]) != set(quick[1]):
        return 0
    count = lambda rows: {row: rows.count(row) for row in rows}
    for order in itertools.permutations(range(len(gold[0]))):
        turned = [tuple(row[place] for place in order) for row in answer]
        if turned == gold if ordered else count(turned) == count(gold):
            return 1
    return 0


# Columns that are looked for one by one: Spider 2.0 and Spider2-AIFunc.


def is_missing(value):
    return value is None or (isinstance(value, float) and math.isnan(value))


def as_vector(cells, ignore_order):
    cells = [0 if is_missing(cell) else cell for cell in cells]
    by_text = lambda cell: (cell is None, str(cell), isinstance(cell, (int, float)))
    return sorted(cells, key=by_text) if ignore_order else cells


def columns_found(wanted, given, ignore_order, same):
    wanted = [as_vector(cells, ignore_order) for cells in wanted]
    given = [as_vector(cells, ignore_order) for cells in given]
    alike = lambda left, right: len(left) == len(right) and all(map(same, left, right))
    return int(all(any(alike(column, other) for other in given) for column in wanted))


def same_in_spider2(left, right):
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return math.isclose(float(left), float(right), abs_tol=0.01)
    return left == right


def spider2_single(answer, gold, condition, ignore_order):
    if condition not in ([], None):
        gold = gold.iloc[:, condition if isinstance(condition, list) else [condition]]
    of = lambda frame: frame.transpose().values.tolist()
    return columns_found(of(gold), of(answer), ignore_order, same_in_spider2)


def spider2_multi(answer, golds, conditions, ignore_order):
    if conditions in (None, [], [[]], [None]):
        conditions = [[] for _ in golds]
    elif len(golds) > 1 and not all(isinstance(one, list) for one in conditions):
        conditions = [conditions for _ in golds]
    for index, gold in enumerate(golds):
        if spider2_single(answer, gold, conditions[index], ignore_order):
            return 1
    return 0


def spider2(case):
    answer, *golds = (pandas.read_csv(io.StringIO(text)) for text in [case["pred_csv"], *case["gold_csvs"]])
    conditions, ignore_order = case.get("condition_cols"), case.get("ignore_order", False)
    if case.get("call") == "single":
        return spider2_single(answer, golds[0], conditions, ignore_order)
    return spider2_multi(answer, golds, conditions, ignore_order)


DATES = ["%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f"]
DATES += ["%Y/%m/%d", "%m/%d/%Y"]


def number_in(value):
    if isinstance(value, (int, float, decimal.Decimal)):
        return float(value)
    try:
        return float(value.strip()) if isinstance(value, str) else None
    except ValueError:
        return None


def time_in(value):
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, datetime.date):
        return datetime.datetime(value.year, value.month, value.day)
    for form in DATES if isinstance(value, str) else []:
        try:
            return datetime.datetime.strptime(value.strip(), form)
        except ValueError:
            pass
    return None


def truth_in(value):
    words = {"true": True, "yes": True, "false": False, "no": False}
    return value if isinstance(value, bool) else words.get(value.strip().lower()) if isinstance(value, str) else None


def same_in_aifunc(left, right):
    if left == right:
        return True
    numbers = [number_in(left), number_in(right)]
    if None not in numbers:
        if any(map(math.isnan, numbers)):
            return all(map(math.isnan, numbers))
        return math.isclose(*numbers, abs_tol=1.01e-2)
    for reading in (time_in, truth_in):
        read = [reading(left), reading(right)]
        if None not in read:
            return read[0] == read[1]
    return False


def aifunc(case):
    gold, answer = case["gold"], case["pred"]
    if not gold["rows"] or not answer["rows"]:
        return int(not gold["rows"] and not answer["rows"])
    wanted, given = list(zip(*gold["rows"])), list(zip(*answer["rows"]))
    if case["condition_cols"]:
        wanted = [wanted[column] for column in case["condition_cols"] if column < len(wanted)]
        if not wanted:
            return 0
    return columns_found(wanted, given, case["ignore_order"], same_in_aifunc)


def cell_of(fields):
    """A cell of a case: an object with one field says its kind."""
    if len(fields) != 1:
        return fields
    (kind, text), = fields.items()
    readers = {
        "real": float,
        "decimal": decimal.Decimal,
        "date": datetime.date.fromisoformat,
        "timestamp": datetime.datetime.fromisoformat,
    }
    return readers[kind](text) if kind in readers else fields


def verdict(rule, case):
    if rule == "spider2":
        return spider2(case) if pandas else None
    if rule == "aifunc":
        return aifunc(case)
    answer, gold = ([tuple(row) for row in case[side]] for side in ("pred", "gold"))
    if rule == "bird-ex":
        return bird_ex(answer, gold)
    if rule == "bird-soft-f1":
        return round(soft_f1(answer, gold), 12)
    return test_suite(answer, gold, case["order_matters"])


def main():
    verdicts = []
    for line in sys.stdin:
        asked = json.loads(line, object_hook=cell_of)
        try:
            verdicts.append(verdict(asked["rule"], asked["case"]))
        except Exception as error:  # what the published function raises is its verdict
            verdicts.append("error:" + type(error).__name__)
    print(json.dumps(verdicts))


if __name__ == "__main__":
    main()
