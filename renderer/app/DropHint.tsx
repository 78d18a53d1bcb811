import './drop.css';
import { useLayoutEffect, useRef } from 'react';
import { fileName, useProject } from '../client/index.ts';
import { Icon } from '../ui/index.ts';

/** While files hang over the window: where they would land. It lies over dialogs too, and lets the drop through. */
export function DropHint() {
  const project = useProject(({ path }) => path);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.showPopover(), []);
  return (
    <div ref={element} popover="manual" className="app-drop" role="status">
      <div className="app-drop-words">
        <Icon name="download" size={20} />
        {project === null ? (
          <>
            <b className="u-strong">Drop a project to open it</b>
            <span className="u-text-2">A benchmark or predictions go into a project: open or make one first.</span>
          </>
        ) : (
          <>
            <b className="u-strong">Drop to import into {fileName(project).replace(/\.assay$/, '')}</b>
            <span className="u-text-2">
              What is in the files is shown first; nothing is imported unasked. A project opens in a window of its own.
            </span>
          </>
        )}
      </div>
    </div>
  );
}
