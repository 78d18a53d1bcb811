import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ImportItem } from '#shared/contract/import.ts';
import { chance } from '../helpers/chance.ts';

/** A benchmark in Spider's layout of the size that a project must bear, with a prediction of every system for every instance. */
export type BenchmarkPlan = { readonly instances: number; readonly systems: number; readonly databases: number };

/** Instances with something large, so that the window is measured on it: their place, from 0. */
export const WIDE = 0;
export const LONG = 1;
export const WIDE_ROWS = 100_000;
export const WIDE_COLUMNS = 100;
export const LONG_STEPS = 30_000;

const REGIONS = ['north', 'south', 'east', 'west', 'centre'];
const STATUSES = ['paid', 'open', 'returned', 'cancelled'];
const ORDERS = 240;

const TABLES = [
  { name: 'customer', columns: { id: 'number', name: 'text', region: 'text', joined: 'time' } },
  { name: 'product', columns: { id: 'number', title: 'text', category: 'text', price: 'number' } },
  {
    name: 'purchase',
    columns: {
      id: 'number',
      customer_id: 'number',
      product_id: 'number',
      placed: 'time',
      quantity: 'number',
      amount: 'number',
      status: 'text',
    },
  },
] as const;

function makeDatabase(file: string, random: () => number): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const day = () =>
    `2024-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  db.exec('BEGIN');
  for (const { name, columns } of TABLES) db.exec(`CREATE TABLE ${name} (${Object.keys(columns).join(', ')})`);
  const insert = (table: string, values: (string | number)[]) =>
    db.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
  for (let id = 1; id <= 40; id++) insert('customer', [id, `customer ${id}`, pick(REGIONS), day()]);
  for (let id = 1; id <= 20; id++)
    insert('product', [id, `product ${id}`, `category ${id % 6}`, Math.round(random() * 5e4) / 100]);
  for (let id = 1; id <= ORDERS; id++) {
    const price = Math.round(random() * 9e4) / 100;
    insert('purchase', [
      id,
      1 + Math.floor(random() * 40),
      1 + Math.floor(random() * 20),
      day(),
      1 + (id % 7),
      price,
      pick(STATUSES),
    ]);
  }
  db.exec('COMMIT');
  db.close();
}

/** What a system may get wrong in a query. */
type Fault = 'none' | 'status' | 'aggregate' | 'column' | 'having' | 'join' | 'date';
const FAULTS: readonly Fault[] = ['status', 'aggregate', 'column', 'having', 'join', 'date'];

/** One of three kinds of query, of 10 to 30 lines once it is laid out. `style` changes the wording, not the rows. */
function query(index: number, fault: Fault, style: number): string {
  const status = fault === 'status' ? 'open' : 'paid';
  const aggregate = fault === 'aggregate' ? 'avg' : 'sum';
  const amount = fault === 'column' ? 'p.total' : 'p.amount';
  // No two instances ask the same, so that nothing is run once for many.
  const least = 20 + index / 50;
  const month = 1 + (index % 6) + (fault === 'date' ? 3 : 0);
  const date = `'2024-${String(month).padStart(2, '0')}-01'`;
  const join = fault === 'join' ? 'LEFT JOIN' : style === 1 ? 'INNER JOIN' : 'JOIN';
  const having = fault === 'having' ? '' : ` HAVING count(*) > ${1 + (index % 3)}`;
  const alias = style === 2 ? 'total_revenue' : 'revenue';
  switch (index % 3) {
    case 0:
      return `SELECT c.region, count(DISTINCT c.id) AS customers, ${aggregate}(${amount}) AS ${alias}, max(p.placed) AS latest FROM customer AS c ${join} purchase AS p ON p.customer_id = c.id WHERE p.status = '${status}' AND p.amount > ${least} AND p.placed >= ${date} GROUP BY c.region${having} ORDER BY c.region`;
    case 1:
      return `WITH monthly AS (SELECT substr(p.placed, 1, 7) AS month, r.category, ${aggregate}(${amount} * p.quantity) AS ${alias} FROM purchase AS p ${join} product AS r ON r.id = p.product_id WHERE p.status = '${status}' AND p.placed >= ${date} GROUP BY month, r.category${having}) SELECT month, category, ${alias}, rank() OVER (PARTITION BY month ORDER BY ${alias} DESC) AS place FROM monthly WHERE ${alias} > ${least} ORDER BY month, category`;
    default:
      return `SELECT p.id, c.name, r.title, p.placed, p.quantity, ${amount}, CASE WHEN p.amount > ${least * 2} THEN 'large' WHEN p.amount > ${least} THEN 'medium' ELSE 'small' END AS size FROM purchase AS p ${join} customer AS c ON c.id = p.customer_id ${join} product AS r ON r.id = p.product_id WHERE p.status = '${status}' AND p.placed >= ${date} AND c.region IN ('${REGIONS[index % 5]}', '${REGIONS[(index + 1) % 5]}') ORDER BY p.id`;
  }
}

/** A result of {@link WIDE_ROWS} × {@link WIDE_COLUMNS}; `change` alters a cell of one row in a thousand. */
function wideQuery(change: boolean): string {
  const columns = Array.from({ length: WIDE_COLUMNS }, (_, column) => {
    if (column === 3 && change) return `i + 3 + (i % 1000 = 500) AS c3`;
    return column % 4 === 2 ? `'t' || (i % ${column + 7}) AS c${column}` : `i + ${column} AS c${column}`;
  });
  return `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${WIDE_ROWS}) SELECT ${columns.join(', ')} FROM n`;
}

function tablesOf(database: string): object {
  const columns = TABLES.flatMap(({ columns: own }, table) => Object.entries(own).map(([name, type]) => ({ table, name, type })));
  return {
    db_id: database,
    table_names_original: TABLES.map(({ name }) => name),
    column_names_original: [[-1, '*'], ...columns.map(({ table, name }) => [table, name])],
    column_types: ['text', ...columns.map(({ type }) => type)],
    primary_keys: columns.flatMap(({ name }, at) => (name === 'id' ? [at + 1] : [])),
    foreign_keys: [],
  };
}

/** The transcript of an agent that looked {@link LONG_STEPS} times before it answered. */
function longTranscript(instanceId: string): string {
  const conversation: object[] = [{ role: 'user', content: 'Question: What is in the first instance?' }];
  for (let step = 1; step < LONG_STEPS; step++) {
    const isSql = step % 3 !== 0;
    const sql = `SELECT region, sum(amount) FROM purchase JOIN customer ON customer.id = customer_id WHERE purchase.id > ${step} GROUP BY region`;
    const call = isSql
      ? { name: 'execute_snowflake_sql', arguments: { sql } }
      : { name: 'bash', arguments: { command: `sed -n ${step}p notes.md` } };
    conversation.push(
      { role: 'assistant', content: `I check what changes after purchase ${step}.`, tool_calls: [call] },
      {
        role: 'tool',
        content: `EXECUTION RESULT of [${call.name}]:\nQuery executed successfully\n\`\`\`csv\nregion,sum\nnorth,${step * 7}\nsouth,${step * 11}\n\`\`\`\n`,
      },
    );
  }
  conversation.push({
    role: 'assistant',
    content: 'Done.',
    tool_calls: [{ name: 'terminate', arguments: { answer: query(LONG, 'status', 0) } }],
  });
  return JSON.stringify([{ instance_id: instanceId, rollout_idx: 0, conversation, terminated: true }]);
}

/** Writes the benchmark, the predictions and one long trajectory below `folder`; answers what to import. */
export function makeBenchmark(folder: string, { instances, systems, databases }: BenchmarkPlan): ImportItem[] {
  const random = chance(11);
  const names = Array.from({ length: databases }, (_, at) => `shop_${String(at).padStart(2, '0')}`);
  for (const name of names) makeDatabase(path.join(folder, 'database', name, `${name}.sqlite`), random);
  const databaseOf = (index: number) => names[index % databases]!;
  const idOf = (index: number) => `made-${String(index).padStart(5, '0')}`;
  const records = Array.from({ length: instances }, (_, index) => ({
    instance_id: idOf(index),
    db_id: databaseOf(index),
    query: index === WIDE ? wideQuery(false) : query(index, 'none', 0),
    question: `Of the purchases above ${20 + index / 50} since month ${1 + (index % 6)}, show what each ${index % 3 === 1 ? 'category' : 'region'} brought (question ${index}).`,
  }));
  fs.writeFileSync(path.join(folder, 'dev.json'), JSON.stringify(records));
  fs.writeFileSync(path.join(folder, 'tables.json'), JSON.stringify(names.map(tablesOf)));
  const items: ImportItem[] = [{ kind: 'benchmark', format: 'spider', path: folder }];
  for (let system = 0; system < systems; system++) {
    const skill = 0.75 - 0.05 * system;
    const lines = records.map((_, index) => {
      if (index === WIDE) return wideQuery(system % 2 === 0);
      // Hard instances defeat every system, easy ones few: so that every stratum has its share.
      const hard = (index * 7919) % 100;
      const isRight = hard >= 25 && (hard >= 75 ? random() < skill + 0.22 : random() < skill);
      return query(index, isRight ? 'none' : FAULTS[Math.floor(random() * FAULTS.length)]!, system % 3);
    });
    const file = path.join(folder, `system-${system}.sql`);
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    items.push({
      kind: 'predictions',
      format: 'lines',
      path: file,
      system: `system-${system}`,
      group: system < 3 ? 'strong' : 'open',
    });
  }
  const logs = path.join(folder, 'logs');
  fs.mkdirSync(logs, { recursive: true });
  fs.writeFileSync(path.join(logs, `${idOf(LONG)}.json`), longTranscript(idOf(LONG)));
  items.push({ kind: 'trajectories', format: 'spider-agent-tc', path: logs, system: 'system-0' });
  return items;
}
