import type { UserRule, UserRuleOptions } from '#shared/model/userRule.ts';
import type { Db } from './open.ts';
import { integer, json, prepared, row, rows, text } from './statements.ts';

/** The rules that the project chose to judge by; null = the usual ones of its benchmark. */
export function chosenRules(db: Db): string[] | null {
  const found = row(db, 'SELECT rules FROM project');
  return found?.rules == null ? null : json<string[]>(found.rules);
}

export const setChosenRules = (db: Db, rules: readonly string[] | null): void =>
  void prepared(db, 'UPDATE project SET rules = ?').run(rules === null ? null : JSON.stringify(rules));

/** The project's own rules, each at its newest version, by name. */
export const userRules = (db: Db): UserRule[] =>
  rows(
    db,
    `SELECT name, version, created_at, options FROM user_rule AS newest
     WHERE version = (SELECT max(version) FROM user_rule WHERE name = newest.name) ORDER BY name`,
  ).map((found) => ({
    name: text(found.name),
    version: integer(found.version),
    createdAt: text(found.created_at),
    options: json<UserRuleOptions>(found.options),
  }));

/** Adds a rule, or a new version of it; the same options again change nothing. Answers what now holds. */
export function putUserRule(db: Db, name: string, options: UserRuleOptions): UserRule {
  const known = userRules(db).find((rule) => rule.name === name);
  const isSame = (key: keyof UserRuleOptions) => known?.options[key] === options[key];
  if (known && (Object.keys(options) as (keyof UserRuleOptions)[]).every(isSame)) return known;
  const rule: UserRule = { name, version: (known?.version ?? 0) + 1, createdAt: new Date().toISOString(), options };
  prepared(db, 'INSERT INTO user_rule (name, version, created_at, options) VALUES (?, ?, ?, ?)').run(
    rule.name,
    rule.version,
    rule.createdAt,
    JSON.stringify(rule.options),
  );
  return rule;
}
