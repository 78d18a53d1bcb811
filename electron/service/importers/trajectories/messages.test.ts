import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages } from './messages.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-chats-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('each chat of a JSON array is kept as it was written, numbers beyond 2^53 too', async () => {
  const chats = [1, 2].map(
    (id) => `{"instance_id": "a${id}",\n "messages": [{"role": "user", "content": "q", "seed": 12345678901234567890}]}`,
  );
  const file = path.join(folder, 'chats.json');
  fs.writeFileSync(file, `[${chats.join(',\n')}]`);
  const kept: string[] = [];
  for await (const unit of messages.read(file, () => true)) {
    for await (const read of unit.read()) if ('record' in read) kept.push(read.record.parts[0]![1]);
  }
  expect(kept).toEqual(chats);
});
