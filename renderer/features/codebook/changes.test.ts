import { expect, test } from 'vitest';
import { PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import { changesOf, draftOf, EMPTY_DRAFT, unsavedIn } from './changes.ts';

const [code] = PAPER_CODEBOOK.codes;
const draft = draftOf(code!);

test('a form that was not touched changes nothing', () => {
  expect(changesOf(code!, draft)).toEqual([]);
  expect(changesOf(code!, { ...draft, examples: `\n${draft.examples}\n ` })).toEqual([]);
});

test('a title is a renaming, everything else a redefinition, both are two versions', () => {
  expect(changesOf(code!, { ...draft, title: ' Grounding ' })).toEqual([{ change: 'rename', code: 'C1', title: 'Grounding' }]);
  const { examples, strata, group } = code!;
  const redefined = { change: 'redefine', code: 'C1', definition: 'Anew.', examples, strata, group };
  expect(changesOf(code!, { ...draft, definition: 'Anew.' })).toEqual([redefined]);
  expect(changesOf(code!, { ...draft, title: 'G', definition: 'Anew.' })).toHaveLength(2);
});

test('forms are unsaved that say something else than the codebook, and a new code as soon as anything is typed', () => {
  const { codes } = PAPER_CODEBOOK;
  expect(unsavedIn({ C1: draft, '': EMPTY_DRAFT }, codes)).toEqual([]);
  expect(unsavedIn({ C1: { ...draft, definition: 'Anew.' }, '': { ...EMPTY_DRAFT, title: 'Units' } }, codes)).toEqual(['C1', '']);
});
