import type { ProjectSummary } from '#shared/contract/project.ts';
import { count, type IconName } from '../ui/index.ts';

/** How the project's current run stands, in a few words; null where there is nothing to run yet. */
export function runStateOf(summary: ProjectSummary): { text: string; title: string; icon: IconName } | null {
  const { executionsDone: done, executionsNeeded: needed } = summary;
  if (needed === 0) return null;
  if (done === 0) return { text: 'Not run yet', title: `${count(needed)} queries to run`, icon: 'circle' };
  if (done < needed) {
    return { text: `Run ${count(done)} of ${count(needed)}`, title: `${count(needed - done)} queries wait`, icon: 'circle-half' };
  }
  if (summary.judgedRules.length === 0)
    return { text: 'Run, not judged', title: 'No rule has judged this run', icon: 'circle-half' };
  return { text: 'Run complete', title: `${count(done)} queries; judged by ${summary.judgedRules.join(', ')}`, icon: 'check' };
}
