import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { instances } from '../database/benchmark.ts';
import { samples } from '../database/samples.ts';
import { setGroup } from '../database/systems.ts';
import { ruleNamed } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';
import { drawAndStore, previewDraw } from '../strata/draw.ts';
import { overviewOf, strataOf } from '../strata/overview.ts';

type Methods =
  | 'overview.get'
  | 'instances.list'
  | 'systems.setGroup'
  | 'strata.get'
  | 'sample.preview'
  | 'sample.draw'
  | 'sample.list';

export const overviewHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'overview.get': ({ rule, reading }) => overviewOf(session.db, ruleNamed(session.db, rule), reading),
  'instances.list': () =>
    instances(session.db).map(({ id, instanceId, databaseName, instruction }) => ({
      instance: id,
      instanceId,
      database: databaseName,
      instruction,
    })),
  'systems.setGroup': ({ systems, group }) => {
    session.db.transaction(() => {
      for (const system of systems) {
        if (!setGroup(session.db, system, group)) throw new AssayError('NOT_FOUND', `There is no system ${system}.`);
      }
    })();
    session.changed('systems', 'verdicts');
    return null;
  },
  'strata.get': ({ rule, reading }) => strataOf(session.db, ruleNamed(session.db, rule), reading),
  'sample.preview': (draw) =>
    previewDraw(session.db, draw).drawn.map((stratum) => ({ ...stratum, instanceIds: [...stratum.instanceIds] })),
  'sample.draw': ({ name, ...draw }) => {
    const sample = drawAndStore(session.db, name, draw, session.annotator.name);
    session.changed('samples', 'project');
    return sample;
  },
  'sample.list': () => samples(session.db),
});
