import { expect, test } from 'vitest';
import { RULE_IDS } from './rule.ts';
import { RULE_DEFINITIONS, ruleDefinition } from './ruleTexts.ts';

test('every rule says in full sentences what it does with columns, and with NULL or empty results', () => {
  for (const id of RULE_IDS) {
    expect(RULE_DEFINITIONS[id], id).toMatch(/column/i);
    expect(RULE_DEFINITIONS[id], id).toMatch(/NULL|empty/);
    expect(RULE_DEFINITIONS[id], id).toMatch(/\.$/);
  }
});

test('a rule that does not ship has no definition', () => {
  expect(ruleDefinition('lenient')).toBeNull();
});
