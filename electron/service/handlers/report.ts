import type { AssayHandlers } from '#shared/contract/contract.ts';
import { samples } from '../database/samples.ts';
import { breath } from '../exporters/breath.ts';
import { metricsOf } from '../report/metrics.ts';
import { accuracyOf, errorTypesOf, exportReport, labelTablesOf, reportFile } from '../report/report.ts';
import { ruleNamed } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';

type Methods =
  | 'report.errorTypes'
  | 'report.labelTables'
  | 'report.accuracy'
  | 'report.metrics'
  | 'report.file'
  | 'report.export';

export const reportHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'report.errorTypes': ({ sample }) => errorTypesOf(session.db, sample, session.annotator),
  'report.labelTables': ({ sample }) => ({ tables: labelTablesOf(session.db, sample, session.annotator) }),
  'report.accuracy': () => accuracyOf(session.db),
  'report.metrics': async ({ rule }, { signal }) => {
    const breathe = breath({ signal, progress: () => {} }, 'Tables', 1);
    const { rule: judged, tables } = await metricsOf(session.db, ruleNamed(session.db, rule), () => breathe(0));
    return { rule: judged.id, ruleVersion: judged.version, tables };
  },
  'report.file': async ({ sample, name }) => ({
    name,
    bytes: await reportFile(session.db, name, sample, session.annotator, session.files.fonts),
  }),
  'report.export': ({ sample, directory }, context) =>
    session.whileOpen('An export of the report', async () => {
      const chosen = sample ?? samples(session.db).at(-1)?.id ?? null;
      return { files: await exportReport(session.db, chosen, session.annotator, session.files.fonts, directory, context) };
    }),
});
