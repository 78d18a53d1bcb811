import { expect, test } from 'vitest';
import { placeOf } from './folder.ts';

const known = new Set(['sf_bq001', 'sf_bq001_div', 'sf012', 'local_7']);
const place = (name: string) => placeOf(name, (id) => known.has(id));

test.each([
  ['sf_bq001.sql', { id: 'sf_bq001', rollout: 0 }],
  ['sf_bq001_div.sql', { id: 'sf_bq001_div', rollout: 0 }],
  ['sf012_3.sql', { id: 'sf012', rollout: 3 }],
  ['sf012_rollout2.sql', { id: 'sf012', rollout: 2 }],
  ['sf012/final.sql', { id: 'sf012', rollout: 0 }],
  ['runs/sf012/final.sql', { id: 'sf012', rollout: 0 }],
  ['sf012/2/final.sql', { id: 'sf012', rollout: 2 }],
  ['sf012/4.sql', { id: 'sf012', rollout: 4 }],
  ['sf012/sf012.sql', { id: 'sf012', rollout: 0 }],
  ['local_7.sql', { id: 'local_7', rollout: 0 }],
  ['sf012/explore.sql', null],
  ['unknown.sql', { id: 'unknown', rollout: 0 }],
])('%s', (name, expected) => {
  expect(place(name)).toEqual(expected);
});
