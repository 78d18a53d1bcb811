import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withProject } from '../helpers/service-client.ts';
import { makeSnowflakeProject } from '../helpers/snowflake-project.ts';
import { column } from '../helpers/snowflake-protocol.ts';
import { SnowflakeServer } from '../helpers/snowflake-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Reported faults of the warehouse that queries run on (see test/comparison/reportedFaultRows.test.ts).

const folder = temporaryFolder();
const missing = (name: string) => ({
  code: '002003',
  sqlState: '42S02',
  message: `SQL compilation error:\nObject '${name}' does not exist or not authorized.`,
});

/** A connection to a server of this test, in a file. */
function connectionTo(port: number) {
  const file = path.join(folder, `connections-${port}.toml`);
  const place = ['host = "127.0.0.1"', 'protocol = "http"', `port = ${port}`, ''];
  fs.writeFileSync(
    file,
    ['[test]', 'account = "test"', 'user = "u"', 'password = "secret"', 'warehouse = "WH"', ...place].join('\n'),
  );
  return { from: 'file' as const, path: file, name: 'test' };
}

test('rows 15, 16: a suspended account, a share and a table that the benchmark names and the warehouse lacks are the environment’s; an invented table is the system’s', async () => {
  const server = await SnowflakeServer.start({
    password: 'secret',
    faultOf: (sql) => (sql.includes('suspended') ? 'suspended' : null),
    answer: (sql) => {
      const name = /FROM (\S+)/.exec(sql)?.[1] ?? '';
      return name === 'GA4.PUBLIC.EVENTS' ? { columns: [column('N', 'fixed', { scale: 0 })], rows: [['1']] } : missing(name);
    },
  });
  const gold = 'SELECT 1 FROM GA4.PUBLIC.EVENTS';
  const cases = [
    ['the account is suspended', 'SELECT 1 /* suspended */ FROM GA4.PUBLIC.EVENTS', 'environment'],
    ['a table of the metadata is not in the warehouse', 'SELECT 1 FROM GA4.PUBLIC.ITEMS', 'environment'],
    ['the table was invented', 'SELECT 1 FROM GA4.PUBLIC.NOWHERE', 'prediction failed'],
  ] as const;
  const file = path.join(folder, 'p.assay');
  makeSnowflakeProject(file, {
    location: 'GA4',
    tables: ['GA4.PUBLIC.EVENTS', 'GA4.PUBLIC.ITEMS'],
    instances: cases.map(([, sql]) => ({ gold, predictions: { 'strong a': sql } })),
  });
  const connection = connectionTo(server.port);
  try {
    await withProject(file, async (client) => {
      await client.call('execution.start', {
        jobs: 1,
        limits: {},
        again: false,
        engine: 'snowflake',
        connection,
        attempts: 1,
      });
      await client.call('judge.run', { rules: ['spider2'] });
      const { matrix, strata } = await client.call('overview.get', { rule: 'spider2', reading: 'disjoint' });
      expect(matrix.map(({ states }) => states[0])).toEqual(cases.map(([, , state]) => state));
      expect(strata.outside).toEqual([{ reason: 'environment', count: 2 }]);
      expect(strata.frame).toBe(1);
    });
  } finally {
    await server.close();
  }
});

test('row 27: whether LIMIT cuts a tie on a warehouse is asked only where a connection is named, within its limit', async () => {
  const asked: string[] = [];
  const name = column('NAME', 'text', {});
  const server = await SnowflakeServer.start({
    password: 'secret',
    faultOf: () => null,
    answer: (sql) => {
      asked.push(sql);
      const isProbe = /LIMIT 1001/.test(sql);
      return isProbe
        ? {
            columns: [name, column('N', 'fixed', { scale: 0 })],
            rows: [
              ['a', '9'],
              ['b', '9'],
              ['c', '1'],
            ],
          }
        : { columns: [name], rows: [[sql.includes('DESC, NAME') ? 'b' : 'a']] };
    },
  });
  const golds = ['T1', 'T2'].map((table) => `SELECT NAME FROM ${table} ORDER BY N DESC LIMIT 1`);
  const file = path.join(folder, 'ties.assay');
  makeSnowflakeProject(file, {
    location: 'GA4',
    instances: golds.map((gold) => ({ gold, predictions: { 'strong a': gold.replace('DESC', 'DESC, NAME DESC') } })),
  });
  const connection = connectionTo(server.port);
  try {
    await withProject(file, async (client) => {
      await client.call('execution.start', { jobs: 1, limits: {}, again: false, engine: 'snowflake', connection });
      await client.call('judge.run', { rules: ['multiset'] });
      const before = asked.length;
      const unasked = await client.call('gold.check', null);
      expect(unasked.unprobed.map(({ reason }) => reason)).toEqual(Array(2).fill(expect.stringContaining('--connection')));
      expect(asked.length).toBe(before);

      const told: string[] = [];
      const { findings, unprobed } = await client.call(
        'gold.check',
        { connection, maxQueries: 1 },
        { onProgress: ({ phase, done, total }) => told.push(`${phase} ${done}/${total}`) },
      );
      expect(told).toEqual([
        'Looking at golds 1/2',
        'Looking at golds 2/2',
        'Running further queries 0/1',
        'Running further queries 1/1',
      ]);
      expect(unprobed).toEqual([{ instanceId: 'sf002', reason: 'behind the limit of 1 query' }]);
      expect(findings.filter(({ instanceId }) => instanceId === 'sf001').map(({ kind }) => kind)).toEqual([
        'tie at the limit',
        'another answer the data allow',
      ]);
      expect(asked.filter((sql) => sql.includes('LIMIT 1001'))).toHaveLength(1);
    });
  } finally {
    await server.close();
  }
});
