import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blindNames } from './blind.ts';

const systems = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });

test('every system has a name of its own, the same at each asking, whatever the order that it is asked in', () => {
  fc.assert(
    fc.property(systems, fc.string(), fc.nat(), (ids, instance, seed) => {
      const names = blindNames(ids, instance, 'mk', seed);
      expect(new Set(names.values()).size).toBe(ids.length);
      expect([...blindNames([...ids].reverse(), instance, 'mk', seed)]).toEqual([...names]);
      expect([...names.values()].every((name) => /^System [A-Z]\d*$/.test(name))).toBe(true);
    }),
  );
});

test('no system keeps its letter or its place from instance to instance', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8];
  const all = Array.from({ length: 60 }, (_, at) => [...blindNames(ids, `instance ${at}`, 'mk', 7)]);
  for (const id of ids) {
    expect(new Set(all.map((names) => names.find(([system]) => system === id)?.[1])).size).toBeGreaterThan(15);
    expect(new Set(all.map((names) => names.findIndex(([system]) => system === id))).size).toBe(8);
  }
});

test('two annotators do not share the letters', () => {
  const ids = [1, 2, 3, 4, 5, 6];
  expect([...blindNames(ids, 'i', 'mk', 7)]).not.toEqual([...blindNames(ids, 'i', 'jo', 7)]);
});
