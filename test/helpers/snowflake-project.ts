import {
  addBenchmark,
  addGold,
  addInstance,
  putDatabase,
  putQuery,
  putSchema,
} from '../../electron/service/database/benchmark.ts';
import { createProject, type Db, openProject } from '../../electron/service/database/open.ts';
import { addPrediction, putSystem } from '../../electron/service/database/systems.ts';

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
    const benchmark = addBenchmark(db, 'made', 'spider2-snow', 'made');
    const database = putDatabase(db, benchmark.id, 'GA4', 'snowflake', plan.location).id;
    putSchema(
      db,
      database,
      (plan.tables ?? []).map((name) => ({ name, title: name, columns: [] })),
    );
    plan.instances.forEach(({ gold, predictions }, index) => {
      const instance = addInstance(db, benchmark.id, {
        instanceId: `sf${String(index + 1).padStart(3, '0')}`,
        position: index + 1,
        database,
        instruction: `question ${index + 1}`,
        knowledge: null,
        difficulty: null,
        ignoreOrder: true,
      });
      addGold(db, instance, '', putQuery(db, database, gold));
      for (const [name, sql] of Object.entries(predictions)) {
        addPrediction(db, {
          instance,
          system: putSystem(db, name, name.startsWith('strong') ? 'strong' : 'open').id,
          query: sql === null ? null : putQuery(db, database, sql),
          file: `${name}.sql`,
          line: index + 1,
        });
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
