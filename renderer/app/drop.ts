import { useEffect, useState } from 'react';
import { desktop, go, useProject } from '../client/index.ts';
import { openProject } from '../client/project.ts';

/** Takes files dropped anywhere: a project is opened, anything else goes to the import. Answers whether some hang over the window. */
export function useDroppedFiles(onProblem: (problem: unknown) => void): boolean {
  const [hanging, setHanging] = useState(false);
  useEffect(() => {
    const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      setHanging(true);
    };
    const leave = (event: DragEvent) => {
      // From one element to the next it stays over the window.
      if (event.relatedTarget === null) setHanging(false);
    };
    const drop = (event: DragEvent) => {
      setHanging(false);
      if (!isOfFiles(event)) return;
      event.preventDefault();
      const paths = [...event.dataTransfer!.files].map((file) => desktop().pathOfDroppedFile(file)).filter((path) => path !== '');
      takePaths(paths).catch(onProblem);
    };
    const listeners = [
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
    ] as const;
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
    };
  }, [onProblem]);
  return hanging;
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
