import fs from 'node:fs';
import path from 'node:path';
import { chance } from '../helpers/chance.ts';

export type FolderPlan = { readonly trajectories: number; readonly bytes: number };

const WORDS =
  'revenue customer order region month total average growth segment product category shipment warehouse invoice payment account ledger quarter'.split(
    ' ',
  );

/** A result table in the manner of a log, about `bytes` long, whose numbers and names repeat as little as real ones do. */
function table(random: () => number, bytes: number): string {
  const lines = ['id,name,amount,share'];
  for (let length = 0; length < bytes; ) {
    const word = WORDS[Math.floor(random() * WORDS.length)]!;
    const line = `${Math.floor(random() * 1e7)},${word}_${Math.floor(random() * 5_000).toString(36)},${(random() * 1e5).toFixed(4)},${random().toFixed(6)}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

/** One rollout as spider-agent-tc writes it: 24 rounds, and the messages a second time as the raw prompt. */
function rollout(id: string, question: string, random: () => number, bytes: number): string {
  const rounds = 24;
  const perRound = bytes / 2 / rounds;
  const conversation: object[] = [
    { role: 'system', content: 'You answer questions about a database with one SQL query.' },
    { role: 'user', content: `Question: ${question}\nExternal Knowledge: None` },
  ];
  for (let round = 1; round < rounds; round++) {
    const sql = `SELECT region, sum(amount) FROM orders WHERE month = ${round} AND account > ${Math.floor(random() * 1e6)} GROUP BY region`;
    conversation.push(
      {
        role: 'assistant',
        content: `I check the ${WORDS[round % WORDS.length]}.`,
        tool_calls: [{ name: 'execute_snowflake_sql', arguments: { sql } }],
      },
      {
        role: 'tool',
        content: `EXECUTION RESULT of [execute_snowflake_sql]:\nQuery executed successfully\n\`\`\`csv\n${table(random, perRound)}\n\`\`\`\n`,
      },
    );
  }
  conversation.push({
    role: 'assistant',
    content: 'Done.',
    tool_calls: [{ name: 'terminate', arguments: { answer: `SELECT '${id}'` } }],
  });
  return JSON.stringify([{ instance_id: id, rollout_idx: 0, conversation, final_messages: conversation, terminated: true }]);
}

/**
 * Writes a benchmark of so many instances (`tasks.jsonl`, in Spider2-Snow's layout), predictions of one system and a folder
 * `logs` of one transcript an instance, about `bytes` in all; answers the bytes of the folder.
 */
export function makeTrajectoryFolder(folder: string, { trajectories, bytes }: FolderPlan): number {
  const random = chance(7);
  const logs = path.join(folder, 'logs');
  fs.mkdirSync(logs, { recursive: true });
  const tasks: string[] = [];
  const predictions: string[] = [];
  let written = 0;
  for (let index = 0; index < trajectories; index++) {
    const id = `sf_made${String(index).padStart(5, '0')}`;
    const question = `What is the ${WORDS[index % WORDS.length]} of account ${index}?`;
    tasks.push(JSON.stringify({ instance_id: id, instruction: question, db_id: 'MADE', external_knowledge: null }));
    predictions.push(JSON.stringify({ id, pred_sql: `SELECT ${index}` }));
    const text = rollout(id, question, random, bytes / trajectories);
    fs.writeFileSync(path.join(logs, `${id}.json`), text);
    written += Buffer.byteLength(text);
  }
  fs.writeFileSync(path.join(folder, 'tasks.jsonl'), `${tasks.join('\n')}\n`);
  fs.writeFileSync(path.join(folder, 'base.jsonl'), `${predictions.join('\n')}\n`);
  return written;
}

/** What to import of {@link makeTrajectoryFolder}'s folder. */
export const madeItems = (folder: string) =>
  ({
    benchmark: { kind: 'benchmark', format: 'spider2-snow', path: path.join(folder, 'tasks.jsonl') },
    predictions: { kind: 'predictions', format: 'jsonl', path: path.join(folder, 'base.jsonl'), system: 'base', group: 'strong' },
    trajectories: { kind: 'trajectories', format: 'spider-agent-tc', path: path.join(folder, 'logs'), system: 'agent' },
  }) as const;
