import type { RefObject } from 'react';
import { stepText, stepTitle } from '#shared/analysis/steps.ts';
import { type EvidencePlace, evidenceText, shortText } from '#shared/model/evidence.ts';
import { sameButMasks } from '#shared/model/mask.ts';
import { SEARCHED_FIELDS, type SearchedField } from '#shared/model/steps.ts';
import type { Step } from '#shared/model/trajectory.ts';
import { fetchAssay } from './data.ts';
import { foundAgain, type Selected, useEvidenceSource } from './evidence.ts';
import type { Place } from './logic/moving.ts';
import { selectedRange } from './selected-range.ts';
import { notify } from './view-state.ts';

/**
 * Shows evidence in a trajectory that may be another one now: `found` hears its step, and the passage where there is one.
 * What is not there any more is said.
 */
export async function findInSteps(
  at: Place,
  place: Extract<EvidencePlace, { kind: 'step' }>,
  steps: number,
  found: (step: number, passage: { start: number; end: number } | null) => void,
): Promise<void> {
  if (place.step >= steps) {
    found(steps - 1, null);
    notify(`The trajectory has changed since: it has ${steps} steps now, and this was in step ${place.step + 1}.`, 'warning');
    return;
  }
  const { step } = await fetchAssay('steps.step', { ...at, step: place.step });
  if (place.field !== null) {
    found(place.step, foundAgain('The step', textOf(step, place.field, place.part), place));
    return;
  }
  found(place.step, null);
  // A step was once known by its title, and that of a shell command began with the tool: evidence of that time holds.
  const known = [stepText(step), stepTitle(step), `${step.tool} ${stepTitle(step)}`];
  if (!known.some((text) => sameButMasks(evidenceText(text), place.text)))
    notify(`The step has changed since: it was “${shortText(place.text)}” when it was attached.`, 'warning');
}

/** The text of a part of a step. */
const textOf = (step: Step, field: SearchedField, part: number): string =>
  (field === 'call' ? step.call[part]?.text : step[field]) ?? '';

/** What is selected in the shown step, or else the step as a whole. */
export function useStepEvidence(body: RefObject<HTMLElement | null>, index: number, step: Step | undefined): void {
  useEvidenceSource('trajectory', () => {
    if (!step || !body.current) return null;
    const range = selectedRange(body.current);
    if (range) return selectedText(range, index, step);
    const place: EvidencePlace = {
      kind: 'step',
      step: index,
      field: null,
      part: 0,
      start: 0,
      end: 0,
      text: evidenceText(stepText(step)),
    };
    return { place };
  });
}

function selectedText(range: Range, index: number, step: Step): Selected {
  const from = range.commonAncestorContainer;
  const element = (from instanceof Element ? from : from.parentElement)?.closest<HTMLElement>('[data-field]');
  const field = SEARCHED_FIELDS.find((each) => each === element?.dataset.field);
  if (!element || field === undefined) return { why: 'Select within one text of the step: a thought, a call or a result.' };
  const part = Number(element.dataset.part);
  const text = textOf(step, field, part);
  const selected = range.toString();
  const before = range.cloneRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  // A diff shows other text between the lines: then the selected text is looked for in the query itself.
  const counted = before.toString().length;
  const start = text.startsWith(selected, counted) ? counted : text.indexOf(selected);
  if (start === -1 || selected.trim() === '') return { why: 'Show the whole SQL to attach a part of it.' };
  const end = start + selected.length;
  return { place: { kind: 'step', step: index, field, part, start, end, text: evidenceText(selected) } };
}
