import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RecentProject } from '#shared/contract/desktop.ts';
import type { Failure } from '../../client/index.ts';
import { Button, classes, count, Field, Icon, IconButton, Message, ProgressBar } from '../../ui/index.ts';
import { openedText } from './opened.ts';

/** What stands in the way of a project: it is being opened, or why it could not be. */
export type ProjectTrouble = 'opening' | Failure;

type Props = {
  projects: readonly RecentProject[];
  trouble: ReadonlyMap<string, ProjectTrouble>;
  disabled: boolean;
  filterRef: RefObject<HTMLInputElement | null>;
  onOpen: (path: string) => void;
  onLocate: (path: string) => void;
  onForget: (path: string) => void;
};

/** The projects of this machine, newest first. Arrows choose, Enter opens. */
export function RecentProjects({ projects, trouble, disabled, filterRef, onOpen, onLocate, onForget }: Props) {
  const [filter, setFilter] = useState('');
  const body = useRef<HTMLTableSectionElement>(null);
  const wanted = filter.trim().toLowerCase();
  const shown = projects.filter((project) =>
    `${project.name} ${project.path} ${project.benchmark ?? ''}`.toLowerCase().includes(wanted),
  );

  // The latest project has the focus, so that Enter goes on with it and the arrows choose another.
  const any = projects.length > 0;
  useEffect(() => {
    if (any && document.activeElement === document.body) body.current?.querySelector<HTMLElement>('.start-project-open')?.focus();
  }, [any]);

  const onKey = (event: KeyboardEvent) => {
    const names = [...(body.current?.querySelectorAll<HTMLElement>('.start-project-open') ?? [])];
    const at = names.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || names.length === 0) return;
    event.preventDefault();
    names[Math.min(names.length - 1, Math.max(0, to))]?.focus();
  };

  return (
    <section aria-label="Recent projects" data-pane="" onKeyDown={onKey}>
      <div className="start-section-head">
        <h2 className="start-section-title">Recent projects</h2>
        {projects.length > 0 && (
          <Field
            label="Filter the projects"
            placeholder="Filter"
            icon="search"
            command="start.filter"
            value={filter}
            onChange={setFilter}
            inputRef={filterRef}
            className="start-filter"
          />
        )}
      </div>
      {projects.length === 0 && (
        <Message className="start-empty" icon="document" title="No project yet">
          Open the sample to see all of Assay in five minutes, or make a project and drop a benchmark on it.
        </Message>
      )}
      {projects.length > 0 && shown.length === 0 && (
        <Message
          className="start-empty"
          icon="filter"
          title={`No project is called “${filter.trim()}”`}
          actions={<Button onClick={() => setFilter('')}>Show all {count(projects.length)}</Button>}
        />
      )}
      {shown.length > 0 && (
        <table className="ui-table ui-table-fixed start-projects">
          <colgroup>
            <col />
            <col className="start-column-benchmark" />
            <col className="start-column-size" />
            <col className="start-column-labelled" />
            <col className="start-column-opened" />
            <col className="start-column-action" />
          </colgroup>
          <thead>
            <tr>
              <th>Project</th>
              <th>Benchmark</th>
              <th className="ui-number">Size</th>
              <th>Labelled</th>
              <th className="ui-number">Opened</th>
              <th>
                <span className="u-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((project) => (
              <ProjectRow
                key={project.path}
                project={project}
                trouble={trouble.get(project.path) ?? null}
                disabled={disabled}
                onOpen={() => onOpen(project.path)}
                onLocate={() => onLocate(project.path)}
                onForget={() => onForget(project.path)}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="start-note">
        A project is one <code>.assay</code> file. A copy is kept beside it before each upgrade.
      </p>
    </section>
  );
}

type RowProps = {
  project: RecentProject;
  trouble: ProjectTrouble | null;
  disabled: boolean;
  onOpen: () => void;
  onLocate: () => void;
  onForget: () => void;
};

function ProjectRow({ project, trouble, disabled, onOpen, onLocate, onForget }: RowProps) {
  const failure = trouble !== null && trouble !== 'opening' ? trouble : null;
  const missing = project.missing;
  return (
    <>
      <tr className={classes('start-project', missing && 'start-project-missing')} onDoubleClick={missing ? undefined : onOpen}>
        <td>
          <button
            type="button"
            className="start-project-open"
            disabled={disabled || trouble === 'opening'}
            onClick={missing ? onLocate : onOpen}
          >
            <span className="start-project-name u-ellipsis" title={project.name}>
              {project.name}
            </span>
            <span className="start-project-path u-ellipsis" title={project.path}>
              <bdi>{project.path}</bdi>
            </span>
          </button>
        </td>
        <td className="u-text-2" title={project.benchmark ?? undefined}>
          {project.benchmark ?? '–'}
        </td>
        <td className="ui-number u-text-2">
          {count(project.instances)} × {count(project.systems)}
        </td>
        <td>
          <State project={project} trouble={trouble} />
        </td>
        <td className="ui-number u-text-2">{openedText(project.openedAt, new Date())}</td>
        <td className="start-project-actions">
          {missing ? (
            <Button kind="link" size="small" onClick={onLocate}>
              Locate…
            </Button>
          ) : (
            failure && (
              <Button kind="link" size="small" onClick={onOpen}>
                Try again
              </Button>
            )
          )}
          <IconButton
            icon="close"
            label={`Take ${project.name} off this list`}
            onClick={onForget}
            className="start-project-forget"
          />
        </td>
      </tr>
      {failure && (
        <tr>
          <td colSpan={6} className="start-project-failure">
            <span className="u-danger">{failure.message}</span> <span className="u-text-2">{failure.next}</span>
          </td>
        </tr>
      )}
    </>
  );
}

function State({ project, trouble }: { project: RecentProject; trouble: ProjectTrouble | null }) {
  if (project.missing) return <Trouble icon="warning" tone="u-danger" text="moved or deleted" />;
  if (trouble === 'opening') return <span className="u-text-2 u-small">opening …</span>;
  if (trouble?.code === 'PROJECT_LOCKED') return <Trouble icon="lock" tone="u-warn" text="open elsewhere" />;
  if (trouble) return <Trouble icon="warning" tone="u-danger" text="could not be opened" />;
  if (project.toLabel === 0) return <span className="u-text-3 u-small">no sample yet</span>;
  return (
    <span className="start-labelled">
      <ProgressBar label="Instances labelled" done={project.labelled} total={project.toLabel} className="start-labelled-bar" />
      <span className="u-text-2 u-small">
        {count(project.labelled)}/{count(project.toLabel)}
      </span>
    </span>
  );
}

function Trouble({ icon, tone, text }: { icon: 'lock' | 'warning'; tone: string; text: string }) {
  return (
    <span className={`start-labelled u-small ${tone}`}>
      <Icon name={icon} size={12} />
      <span className="u-ellipsis">{text}</span>
    </span>
  );
}
