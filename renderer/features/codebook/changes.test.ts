import { expect, test } from 'vitest';
import { PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import { changesOf, draftOf, EMPTY_DRAFT, emptyPartsOf, unsavedIn, withoutSaved } from './changes.ts';

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
  expect(unsavedIn({ C1: { form: draft }, '': { form: EMPTY_DRAFT } }, codes)).toEqual([]);
  const typed = { C1: { form: { ...draft, definition: 'Anew.' } }, '': { form: { ...EMPTY_DRAFT, title: 'Units' } } };
  expect(unsavedIn(typed, codes)).toEqual(['C1', '']);
});

test('the parts that a code is to be split into are unsaved once one is named, and saved by splitting alone', () => {
  const { codes } = PAPER_CODEBOOK;
  const [first, second] = emptyPartsOf(code!);
  expect(unsavedIn({ C1: { parts: [first!, second!] } }, codes)).toEqual([]);
  const typed = { form: { ...draft, title: 'Grounding' }, parts: [{ ...first!, title: 'Wrong table' }, second!] };
  expect(unsavedIn({ C1: { parts: typed.parts } }, codes)).toEqual(['C1']);
  expect(withoutSaved(typed, 'rename')).toEqual({ parts: typed.parts });
  expect(withoutSaved(typed, 'split')).toEqual({ form: typed.form });
});
