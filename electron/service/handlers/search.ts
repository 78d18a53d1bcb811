import { meanFigures } from '#shared/analysis/trajectoryFigures.ts';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { evaluations, figuresBySystem, outcomesOf } from '../database/outcomes.ts';
import { systems } from '../database/systems.ts';
import { exportItem } from '../exporters/export.ts';
import { blindHits, readableTexts, requireNotHidden } from '../room/blind.ts';
import { search } from '../search/search.ts';
import { wordsOf } from '../search/words.ts';
import type { Session } from '../session.ts';

type Methods = 'search.find' | 'trajectories.figures' | 'outcomes.list' | 'outcomes.ofInstance' | 'export.run';

/** Finding in, and getting out of, what was imported. */
export const searchHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'search.find': (asked) => {
    const found = search(session.db, asked, readableTexts(session.db, session.annotator));
    return { ...found, hits: blindHits(session.db, session.annotator, found.hits, wordsOf(asked.text)) };
  },
  'trajectories.figures': () => {
    const figures = figuresBySystem(session.db);
    return systems(session.db).flatMap(({ id, name, group }) => {
      const own = figures.get(id);
      return own ? [{ system: name, group, ...meanFigures(own) }] : [];
    });
  },
  'outcomes.list': () => evaluations(session.db),
  'outcomes.ofInstance': ({ instance }) => {
    requireNotHidden(session.db, session.annotator, instance);
    return outcomesOf(session.db, instance);
  },
  'export.run': ({ item, directory }, context) => exportItem(session.db, item, directory, context),
});
