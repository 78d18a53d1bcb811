import './why.css';
import { FINDING_MEANINGS, type Finding, PROPOSED_PARTY } from '#shared/model/finding.ts';
import { Icon } from '../../ui/index.ts';

/** What a check of the golds found of this instance's gold and of this system's answer: doubts, above the rows. */
export function GoldFindings({ findings, system }: { findings: readonly Finding[]; system: number }) {
  const own = findings.filter((finding) => finding.system === null || finding.system === system);
  if (own.length === 0) return null;
  return (
    <div className="room-why room-why-warning" role="note" aria-label="Doubts about the gold">
      <Icon name="warning" size={13} />
      <span className="u-medium">Gold in doubt:</span>
      <span className="room-why-notes">
        {own.map(({ kind, words, gold, system: of }) => (
          <span
            key={`${kind} ${gold} ${of} ${words}`}
            title={`${kind}. ${FINDING_MEANINGS[kind]} Speaks for: ${PROPOSED_PARTY[kind]}.`}
          >
            {of === null ? '' : 'this answer is one of those: '}
            {words}
          </span>
        ))}
      </span>
    </div>
  );
}
