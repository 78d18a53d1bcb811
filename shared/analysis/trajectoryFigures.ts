import type { Step, Trajectory, TrajectoryFigures } from '../model/trajectory.ts';

const isAnswer = (step: Step) => step.tool !== null && /^(terminate|submit|finish|final_answer)$/i.test(step.tool);
const isBash = (step: Step) => step.tool !== null && /bash|shell|python|exec(ute)?_command/i.test(step.tool);

/** Whether the step ran SQL. Handing a query in does not run it. */
export const runsSql = (step: Step): boolean => step.sql !== null && step.sql.trim() !== '' && !isAnswer(step);

const sumOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value): value is number => typeof value === 'number');
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

/**
 * The figures of a run (Table 3 of arXiv 2607.06229): rounds, SQL and bash calls, the rounds of the first SQL and of the
 * first that succeeded, and whether the limit of rounds ended it. Where the log does not say its limit, a run without an
 * answer that did not break off counts as ended by it.
 */
export function trajectoryFigures(trajectory: Trajectory): TrajectoryFigures {
  const { steps } = trajectory;
  const roundOf = (index: number) => steps[index]?.round ?? index + 1;
  const firstOf = (wanted: (step: Step) => boolean) => {
    const index = steps.findIndex(wanted);
    return index === -1 ? null : roundOf(index);
  };
  const rounds = steps.length === 0 ? 0 : roundOf(steps.length - 1);
  return {
    rounds,
    sqlCalls: steps.filter(runsSql).length,
    bashCalls: steps.filter((step) => isBash(step) && !runsSql(step)).length,
    firstSql: firstOf(runsSql),
    firstSuccess: firstOf((step) => runsSql(step) && step.outcome === 'ok'),
    limitReached:
      !trajectory.terminated &&
      trajectory.error === undefined &&
      (trajectory.roundLimit === undefined ? rounds > 0 : rounds >= trajectory.roundLimit),
    inputTokens: sumOf(steps.map((step) => step.tokens?.input)),
    outputTokens: sumOf(steps.map((step) => step.tokens?.output)),
  };
}

/** What the runs of one system come to: means over its runs, and shares of them. */
export type FiguresOfSystem = {
  readonly runs: number;
  readonly rounds: number;
  readonly sqlCalls: number;
  readonly bashCalls: number;
  /** Means over the runs that have one, with their number. */
  readonly firstSql: { readonly mean: number | null; readonly runs: number };
  readonly firstSuccess: { readonly mean: number | null; readonly runs: number };
  readonly limitReached: number;
};

/** Means over the runs of one system. */
export function meanFigures(figures: readonly TrajectoryFigures[]): FiguresOfSystem {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanOf = (pick: (each: TrajectoryFigures) => number) => (figures.length === 0 ? 0 : mean(figures.map(pick)));
  const known = (pick: (each: TrajectoryFigures) => number | null) => {
    const values = figures.map(pick).filter((value) => value !== null);
    return { mean: values.length === 0 ? null : mean(values), runs: values.length };
  };
  return {
    runs: figures.length,
    rounds: meanOf((each) => each.rounds),
    sqlCalls: meanOf((each) => each.sqlCalls),
    bashCalls: meanOf((each) => each.bashCalls),
    firstSql: known((each) => each.firstSql),
    firstSuccess: known((each) => each.firstSuccess),
    limitReached: meanOf((each) => (each.limitReached ? 1 : 0)),
  };
}
