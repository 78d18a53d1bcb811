import { RULES } from '#shared/comparison/registry.ts';
import { counted } from '#shared/model/counted.ts';
import type { Explanation } from '#shared/model/why.ts';
import type { Judged, JudgeTask, TableReference } from '../comparison/protocol.ts';
import type { Gold } from '../database/benchmark.ts';
import { bodyText } from '../database/bodies.ts';
import { type StoredExecution, storedTable } from '../database/executions.ts';
import type { NewFinding } from '../database/findings.ts';
import { comparedGolds, publishedConditionsOf, runsOfGold } from '../database/imported-tables.ts';
import { userRules } from '../database/rules.ts';
import { projectRules } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';
import { type LookedAt, onGold } from './looked-at.ts';

const referenceOf = ({ resultHash, cappedBy, rowCount, csvHash }: StoredExecution): TableReference => ({
  hash: resultHash!,
  complete: cappedBy === null,
  rowCount: rowCount ?? 0,
  ...(csvHash === undefined ? {} : { csv: csvHash }),
});

type Compared = { readonly gold: Gold; readonly run: StoredExecution };

/** The golds that predictions are held against, with their results. */
function comparedOf({ db }: Session, { golds }: LookedAt): Compared[] {
  return comparedGolds(golds.map(({ gold }) => gold)).flatMap((gold) => {
    const query = golds.find((each) => each.gold.id === gold.id)!.query;
    const [run] = runsOfGold(db, gold, () => (query === null ? [] : [query]));
    return run?.status === 'ok' ? [{ gold, run }] : [];
  });
}

async function judgeOne(
  session: Session,
  { instance }: LookedAt,
  prediction: StoredExecution,
  against: readonly Compared[],
  rules: readonly string[],
): Promise<Judged> {
  const { db } = session;
  const conditions = publishedConditionsOf(db, instance.id);
  const task: JudgeTask = {
    prediction: [referenceOf(prediction)],
    golds: against.map(({ gold, run }) => ({
      name: gold.name,
      conditionColumns: gold.conditionColumns,
      runs: [referenceOf(run)],
    })),
    goldSql: against[0]?.gold.sql ?? null,
    ignoreOrder: instance.ignoreOrder,
    engine: instance.engine,
    published:
      conditions === undefined ? null : { conditionColumns: conditions, call: against[0]?.gold.name === '' ? 'single' : 'multi' },
    readsNoTable: false,
    matchedGold: null,
    mode: 'majority',
    repetitions: 1,
    rules,
  };
  const references = [...task.prediction, ...task.golds.flatMap(({ runs }) => runs)];
  const [judged] = await session.worker.ask({
    ask: 'judge',
    tasks: [task],
    tables: new Map(references.map(({ hash }) => [hash, storedTable(db, hash)])),
    csvs: new Map(references.flatMap(({ csv }) => (csv === undefined ? [] : [[csv, bodyText(db, csv)]]))),
    userRules: userRules(db),
  });
  return judged!;
}

/** Every gold handed in as a prediction must match under every rule of the project. */
export async function ownCheck(session: Session, looked: LookedAt): Promise<NewFinding[]> {
  const compared = comparedOf(session, looked);
  const rules = projectRules(session.db).map(({ id }) => id);
  const findings: NewFinding[] = [];
  for (const { gold, run } of compared) {
    const { judgements } = await judgeOne(session, looked, run, compared, rules);
    for (const { rule, state, reason } of judgements) {
      if (state === 'match') continue;
      const words = `under ${rule}: ${state}${reason === null ? '' : `, ${reason}`}`;
      findings.push(onGold(gold, 'gold fails its own check', words));
    }
  }
  return findings;
}

/** Whether a gold query that ran still gives one of the stored result tables of its instance. */
export async function storedTableCheck(session: Session, looked: LookedAt): Promise<NewFinding[]> {
  const stored = comparedOf(session, looked).filter(({ gold }) => gold.result !== null);
  if (stored.length === 0) return [];
  const findings: NewFinding[] = [];
  for (const { gold, query } of looked.golds) {
    if (query?.status !== 'ok') continue;
    const { judgements, explanation } = await judgeOne(session, looked, query, stored, [RULES['spider2-as-documented'].id]);
    if (judgements[0]?.state !== 'mismatch') continue;
    const kind = onlyValuesMoved(explanation) ? 'stored table drifted' : 'stored table inconsistent';
    const nearest = explanation === null ? '' : `; nearest stored table${nameOf(explanation.gold)}: ${differences(explanation)}`;
    findings.push(
      onGold(gold, kind, `the query returns ${counted(query.rowCount ?? 0, 'row')}, as no stored table has them${nearest}`),
    );
  }
  return findings;
}

const nameOf = (name: string) => (name === '' ? '' : ` _${name}`);

const OTHER_SHAPE: readonly string[] = ['missing rows', 'extra rows', 'missing columns', 'transposed', 'duplicates'];

/** Same rows and columns, other values: what the data have become rather than another question answered. */
const onlyValuesMoved = (explanation: Explanation | null): boolean =>
  explanation !== null &&
  explanation.unexplained.rows === 0 &&
  !explanation.nearMisses.some(({ kind }) => OTHER_SHAPE.includes(kind));

function differences({ nearMisses, unexplained }: Explanation): string {
  const differ = (count: number, word: string) => `${counted(count, word)} ${count === 1 ? 'differs' : 'differ'}`;
  return [
    ...nearMisses.map(({ words }) => words),
    ...(unexplained.cells > 0 ? [differ(unexplained.cells, 'cell')] : []),
    ...(unexplained.rows > 0 ? [differ(unexplained.rows, 'row')] : []),
  ].join('; ');
}
