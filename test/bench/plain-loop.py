"""The yardstick of the execution benchmark: the same queries in a plain loop over Python's sqlite3, nothing stored.

Reads a JSON array of [database file, SQL] pairs from standard input; prints the seconds that the loop took.
"""
import json
import sqlite3
import sys
import time

pairs = json.load(sys.stdin)
connections = {}
start = time.perf_counter()
for file, sql in pairs:
    if file not in connections:
        connections[file] = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        connections[file].text_factory = lambda data: data.decode(errors="ignore")
    try:
        connections[file].execute(sql).fetchall()
    except Exception:
        pass
print(time.perf_counter() - start)
