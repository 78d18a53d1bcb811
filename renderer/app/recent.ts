import { useEffect } from 'react';
import { desktop, useAssay, useProject } from '../client/index.ts';

/** Tells the desktop what the window shows, now and when the counts change: title and recent projects follow. */
export function useRecentProject(): void {
  const path = useProject((project) => project.path);
  const { data: summary } = useAssay('project.summary', null, { enabled: path !== null });
  useEffect(() => {
    if (!summary || summary.path !== path) return;
    const { samples } = summary;
    void desktop().projectOpened({
      path: summary.path,
      name: summary.name,
      benchmark: summary.benchmark,
      instances: summary.instances,
      systems: summary.systems,
      labelled: samples.reduce((total, sample) => total + sample.labelledInstances, 0),
      toLabel: samples.reduce((total, sample) => total + sample.instances, 0),
    });
  }, [summary, path]);
}
