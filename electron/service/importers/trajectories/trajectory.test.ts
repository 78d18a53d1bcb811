import { expect, test } from 'vitest';
import { blankLongNumbers, searchText } from './trajectory.ts';

test.each([
  ['id,amount\n1234567,0.123456\n', 'id,amount\n       ,        \n'],
  ['in 2019 and 2020-01-01', 'in 2019 and 2020-01-01'],
  ['warehouse_12345 bq123456 12345é', 'warehouse_12345 bq123456 12345é'],
  ['12345', '     '],
])('of %j the long numbers are not searched', (text, left) => {
  expect(blankLongNumbers(Buffer.from(text)).toString()).toBe(left);
});

test('numbers of thoughts and calls are searched', () => {
  const step = {
    thought: 'row 1234567',
    tool: 'sql',
    call: [{ name: 'sql', text: 'SELECT 7654321' }],
    sql: null,
    observation: 'n\n9999999',
  };
  const trajectory = { steps: [{ ...step, outcome: 'ok' as const }], terminated: true, answer: null, extractionMethod: null };
  expect(searchText(trajectory).toString()).toBe('row 1234567\nSELECT 7654321\nn\n       ');
});
