import { kindOf, type Row } from '../../model/value.ts';
import { judgeAnyGold } from '../anyGold.ts';
import { sameCell } from '../cellEquality.ts';
import type { Rule } from '../rule.ts';
import { judgeInOrder } from './ordered.ts';

/** The same table: column names, value kinds (1 is not 1.0), row order. Condition columns play no part. */
export const exact: Rule = {
  id: 'exact',
  version: '1.0',
  title: 'Exactly the same table',
  source: 'Assay. The strictest reading: names, kinds, rows and order.',
  ignoresRowOrder: false,
  compare: (input) =>
    judgeAnyGold(input, (gold, prediction) => {
      const names = prediction.table.columns;
      if (gold.table.columns.length !== names.length) return false;
      if (gold.table.columns.some((name, column) => name !== names[column])) return false;
      return judgeInOrder(gold, prediction, sameKindsAndCells);
    }),
};

const sameKindsAndCells = (gold: Row, prediction: Row): boolean =>
  gold.length === prediction.length &&
  gold.every((cell, column) => kindOf(cell) === kindOf(prediction[column]!) && sameCell(cell, prediction[column]!));
