import './make-strong.css';
import { useState } from 'react';
import type { Overview } from '#shared/contract/overview.ts';
import { assay, type Failure, failureOf, failureText } from '../../client/index.ts';
import { Button, Checkbox, counted, ErrorText, percent } from '../../ui/index.ts';

/** Ticks for the systems that are to be strong, and one button that moves them: without a strong one there are no strata. */
export function MakeStrong({ overview }: { overview: Overview }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure | null>(null);
  const toggle = (name: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, name] : [...chosen].filter((each) => each !== name)));
  const move = () => {
    setFailure(null);
    assay
      .call('systems.setGroup', { systems: [...chosen], group: 'strong' })
      .catch((error: unknown) => setFailure(failureOf(error)));
  };
  return (
    <fieldset className="ov-make-strong" aria-label="Strong systems">
      <ul>
        {overview.systems.map(({ systemId, name, accuracy }) => (
          <li key={systemId}>
            <Checkbox checked={chosen.has(name)} onChange={(on) => toggle(name, on)} label={name} />
            <span className="u-text-3 u-small" title={`EX under ${overview.rule}`}>
              {accuracy.n === 0 ? '–' : percent(accuracy.share)}
            </span>
          </li>
        ))}
      </ul>
      <Button kind="primary" disabled={chosen.size === 0} onClick={move}>
        {chosen.size === 0 ? 'Tick the strong systems' : `Make ${counted(chosen.size, 'system')} strong`}
      </Button>
      <ErrorText text={failure && failureText(failure)} />
    </fieldset>
  );
}
