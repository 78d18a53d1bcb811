import './rules.css';
import { useEffect, useRef, useState } from 'react';
import type { RuleView } from '#shared/contract/rules.ts';
import { PLAIN_OPTIONS } from '#shared/model/userRule.ts';
import { assay, failureOf, failureText, isBusy, startJudging, useActivity, useAssay } from '../../client/index.ts';
import { Button, Checkbox, Dialog, DialogParts, ErrorText, Skeleton } from '../../ui/index.ts';
import { RuleForm } from './RuleForm.tsx';

/** Which rules the project is judged by, and its own rules: added, and changed into new versions. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const rules = useAssay('judge.rules', null).data;
  const [edited, setEdited] = useState<{ name: string; options: typeof PLAIN_OPTIONS } | null>(null);
  const inside = useRef<HTMLDivElement>(null);
  // The list and the form take turns in one dialog: each brings the focus to its first step.
  useEffect(() => {
    if (rules !== undefined)
      inside.current?.querySelector<HTMLElement>(edited === null ? '[data-autofocus]' : 'input:enabled')?.focus();
  }, [edited, rules === undefined]);
  return (
    <Dialog label="Rules" onClose={onClose}>
      <div ref={inside} className="ov-rules">
        {edited !== null ? (
          <RuleForm start={edited} taken={rules ?? []} onDone={() => setEdited(null)} />
        ) : rules === undefined ? (
          <Skeleton lines={6} label="Reading the rules" />
        ) : (
          <RuleList rules={rules} onEdit={setEdited} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function RuleList({
  rules,
  onEdit,
  onClose,
}: {
  rules: readonly RuleView[];
  onEdit: (rule: { name: string; options: typeof PLAIN_OPTIONS }) => void;
  onClose: () => void;
}) {
  const busy = useActivity((store) => isBusy(store.activity));
  const judged = useAssay('project.summary', null).data?.judgedRules ?? [];
  const [error, setError] = useState<string | null>(null);
  const chosen = rules.filter((rule) => rule.chosen).map(({ id }) => id);
  const choose = (ids: readonly string[] | null) =>
    void assay.call('rules.choose', { rules: ids === null ? null : [...ids] }).then(
      () => setError(null),
      (thrown: unknown) => setError(failureText(failureOf(thrown))),
    );
  const waiting = chosen.filter((id) => !judged.includes(id));
  const judge = () => {
    onClose();
    void startJudging();
  };
  return (
    <DialogParts
      title="Rules"
      actions={
        <>
          <Button data-autofocus onClick={() => onEdit({ name: '', options: PLAIN_OPTIONS })}>
            New rule…
          </Button>
          <Button disabled={rules.every((rule) => rule.chosen === rule.usual)} onClick={() => choose(null)}>
            Take the usual ones
          </Button>
          {waiting.length > 0 && (
            <Button kind="primary" icon="scales" disabled={busy} onClick={judge}>
              Judge by {waiting.length === 1 ? waiting[0]! : `${waiting.length} more rules`}
            </Button>
          )}
          <Button kind={waiting.length > 0 ? 'plain' : 'primary'} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="u-text-2">The project is judged by the rules that are ticked. Verdicts stay when a tick goes.</p>
      <ul className="ov-rules-list">
        {rules.map(({ id, version, title, source, chosen: on, options, givesScore }) => (
          <li key={id}>
            <Checkbox
              label={`${id} ${version}`}
              checked={on}
              disabled={on && chosen.length === 1}
              title={on && chosen.length === 1 ? 'One rule at least must judge.' : undefined}
              onChange={() => choose(on ? chosen.filter((each) => each !== id) : [...chosen, id])}
            />
            <span className="u-text-2 u-ellipsis" title={source}>
              {options === null ? title : 'this project’s own'}
              {givesScore && ', a score: shown as a mean, 1 counts as a match'}
            </span>
            {options !== null && (
              <Button size="small" onClick={() => onEdit({ name: id, options })}>
                Change…
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ErrorText text={error} />
    </DialogParts>
  );
}
