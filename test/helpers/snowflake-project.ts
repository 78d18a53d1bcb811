import { createProject, type Db, openProject } from '../../electron/service/database/open.ts';
import { Applier } from '../../electron/service/importers/apply.ts';

export type SnowflakeProjectPlan = {
  readonly location: string;
  /** Tables that the benchmark says are there. */
  readonly tables?: readonly string[];
  /** Gold and one SQL a system (null: no answer) of each instance. */
  readonly instances: readonly { readonly gold: string; readonly predictions: Readonly<Record<string, string | null>> }[];
};

/** Makes a project whose queries run on Snowflake. Systems whose name begins with `strong` are strong. */
export function makeSnowflakeProject(file: string, plan: SnowflakeProjectPlan): void {
  const { db } = createProject(file);
  db.transaction(() => {
    const applier = new Applier(db);
    applier.apply({ op: 'benchmark', name: 'made', format: 'spider2-snow', source: 'made' });
    applier.apply({ op: 'database', name: 'GA4', engine: 'snowflake', location: plan.location });
    const tables = (plan.tables ?? []).map((name) => ({ name, title: name, columns: [] }));
    applier.apply({ op: 'schema', database: 'GA4', tables, details: null });
    plan.instances.forEach(({ gold, predictions }, index) => {
      const instanceId = `sf${String(index + 1).padStart(3, '0')}`;
      applier.apply({
        op: 'instance',
        instanceId,
        position: index + 1,
        database: 'GA4',
        instruction: `question ${index + 1}`,
        knowledge: null,
        document: null,
        difficulty: null,
        ignoreOrder: true,
        questionId: null,
        tags: {},
        evaluation: null,
        record: null,
      });
      applier.apply({ op: 'gold', instanceId, name: '', sql: gold, csv: null, source: '' });
      for (const [system, sql] of Object.entries(predictions)) {
        applier.apply({ op: 'system', name: system, group: system.startsWith('strong') ? 'strong' : 'open' });
        const read = {
          rollout: 0,
          csv: null,
          extractionMethod: null,
          cleaning: [],
          record: null,
          file: `${system}.sql`,
          line: index + 1,
        };
        applier.apply({ op: 'prediction', instanceId, system, sql, ...read });
      }
    });
  })();
  db.close();
}

/** Reads a closed project. */
export function readProject<T>(file: string, read: (db: Db) => T): T {
  const { db } = openProject(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
