import { useEffect } from 'react';
import { desktop, go, useProject } from '../client/index.ts';
import { openProject } from '../client/project.ts';

/** Takes files dropped anywhere: a project is opened, anything else goes to the import. */
export function useDroppedFiles(onProblem: (problem: unknown) => void): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const paths = [...event.dataTransfer.files].map((file) => desktop().pathOfDroppedFile(file)).filter((path) => path !== '');
      takePaths(paths).catch(onProblem);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [onProblem]);
}

/** A project, or the copy that was made of one before an upgrade. */
const PROJECT = /\.assay(\.backup-[^/\\]*)?$/i;

async function takePaths(paths: string[]): Promise<void> {
  const project = paths.find((path) => PROJECT.test(path));
  if (project !== undefined) {
    if (useProject.getState().path === null) await openProject(project);
    else await desktop().openWindow(project);
    return;
  }
  if (paths.length === 0) return;
  if (useProject.getState().path === null) throw new Error('Open or make a project first, then drop the benchmark on it.');
  go('import', { importPaths: paths });
}
