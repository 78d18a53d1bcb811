import type { FormEvent } from 'react';
import type { Code } from '#shared/model/codebook.ts';
import type { CodebookChange } from '#shared/model/codebookChange.ts';
import { SAMPLED_STRATA } from '#shared/model/stratum.ts';
import { ActionMenu, Button, Checkbox, Field } from '../../ui/index.ts';
import { type CodeDraft, changesOf, type Draft, draftOf, EMPTY_DRAFT, emptyPartsOf, newCodeOf, partOf } from './changes.ts';

export type Change = (changes: readonly CodebookChange[], then?: string) => void;

/** A code as it is defined, to be changed; or a new one. What is typed is kept by the dialog until it is saved. */
export function CodeForm({
  code,
  codes,
  typed,
  onTyped,
  onChange,
}: {
  code: Code | null;
  codes: readonly Code[];
  typed: Draft;
  onTyped: (draft: Draft) => void;
  onChange: Change;
}) {
  const draft = typed.form ?? (code === null ? EMPTY_DRAFT : draftOf(code));
  const put = (change: Partial<CodeDraft>) => onTyped({ ...typed, form: { ...draft, ...change } });
  const changes: CodebookChange[] = code === null ? [{ change: 'add', code: newCodeOf(draft) }] : changesOf(code, draft);
  const ready = draft.code.trim() !== '' && draft.title.trim() !== '' && changes.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onChange(changes, draft.code.trim());
  };
  if (code !== null && typed.parts !== undefined) {
    const { parts, ...others } = typed;
    return (
      <SplitForm
        code={code}
        parts={parts}
        onTyped={(next) => onTyped({ ...others, parts: next })}
        onChange={onChange}
        onCancel={() => onTyped(others)}
      />
    );
  }
  const split = () => code !== null && onTyped({ ...typed, parts: emptyPartsOf(code) });
  return (
    <form className="book-form" onSubmit={submit}>
      {code === null ? (
        <Field label="Code" showLabel value={draft.code} onChange={(text) => put({ code: text })} data-autofocus="" />
      ) : (
        <p className="u-text-2">
          <b className="u-strong">{code.code}</b> keeps its name for good, since labels carry it.
        </p>
      )}
      <Field label="Title" showLabel value={draft.title} onChange={(text) => put({ title: text })} />
      <Field label="Type" showLabel value={draft.group} placeholder="none" onChange={(text) => put({ group: text })} />
      <label className="book-text">
        Definition
        <textarea rows={3} value={draft.definition} onChange={(event) => put({ definition: event.target.value })} />
      </label>
      <label className="book-text">
        Examples, one a line
        <textarea rows={2} value={draft.examples} onChange={(event) => put({ examples: event.target.value })} />
      </label>
      <StrataChoice strata={draft.strata} onChange={(strata) => put({ strata })} />
      <div className="u-row">
        <button type="submit" className="ui-button ui-button-primary ui-button-normal" disabled={!ready}>
          {code === null ? 'Add the code' : 'Save as a new version'}
        </button>
        {code !== null && <CodeActions code={code} codes={codes} onChange={onChange} onSplit={split} />}
      </div>
      {code !== null && (
        <p className="u-small u-text-3">
          Another definition, or other strata, lists the labels that carry the code for review. A new title, type or example does
          not.
        </p>
      )}
    </form>
  );
}

function StrataChoice({ strata, onChange }: { strata: string[] | null; onChange: (strata: string[] | null) => void }) {
  const isOn = (stratum: string) => strata === null || strata.includes(stratum);
  const set = (stratum: string, on: boolean) => {
    const next = SAMPLED_STRATA.filter((each) => (each === stratum ? on : isOn(each)));
    onChange(next.length === SAMPLED_STRATA.length ? null : [...next]);
  };
  return (
    <div className="u-row">
      <span className="u-text-2">Offered in</span>
      {SAMPLED_STRATA.map((stratum) => (
        <Checkbox key={stratum} label={stratum} checked={isOn(stratum)} onChange={(on) => set(stratum, on)} />
      ))}
    </div>
  );
}

function CodeActions({
  code,
  codes,
  onChange,
  onSplit,
}: {
  code: Code;
  codes: readonly Code[];
  onChange: Change;
  onSplit: () => void;
}) {
  if (code.retired) return <Button onClick={() => onChange([{ change: 'restore', code: code.code }])}>Bring it back</Button>;
  const others = codes.filter((each) => !each.retired && each.code !== code.code);
  return (
    <>
      {others.length > 0 && (
        <ActionMenu
          label="Merge into another code"
          className="ui-menu-framed"
          items={others.map((each) => ({
            id: each.code,
            label: `${each.code} ${each.title}`,
            run: () => onChange([{ change: 'merge', codes: [code.code], into: each.code }], each.code),
          }))}
        >
          Merge into
        </ActionMenu>
      )}
      <Button onClick={onSplit}>Split…</Button>
      <Button onClick={() => onChange([{ change: 'retire', code: code.code }])}>Retire</Button>
    </>
  );
}

/** The codes that take the place of one: at least two. */
function SplitForm({
  code,
  parts,
  onTyped,
  onChange,
  onCancel,
}: {
  code: Code;
  parts: readonly CodeDraft[];
  onTyped: (parts: readonly CodeDraft[]) => void;
  onChange: Change;
  onCancel: () => void;
}) {
  const put = (at: number, change: Partial<CodeDraft>) =>
    onTyped(parts.map((each, index) => (index === at ? { ...each, ...change } : each)));
  const ready = parts.every(({ code: name, title }) => name.trim() !== '' && title.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onChange([{ change: 'split', code: code.code, into: parts.map(newCodeOf) }], parts[0]?.code.trim());
  };
  return (
    <form className="book-form" onSubmit={submit}>
      <p className="u-text-2">
        <b className="u-strong">{code.code}</b> is retired; labels keep it and are listed for review, each to be given one of
        these.
      </p>
      {parts.map((each, at) => (
        <div key={at} className="book-part">
          <Field label={`Code ${at + 1}`} value={each.code} onChange={(text) => put(at, { code: text })} />
          <Field
            label={`Title ${at + 1}`}
            placeholder="Title"
            value={each.title}
            onChange={(text) => put(at, { title: text })}
            {...(at === 0 ? { 'data-autofocus': '' } : {})}
          />
          <Field
            label={`Definition ${at + 1}`}
            placeholder="Definition"
            value={each.definition}
            onChange={(text) => put(at, { definition: text })}
          />
        </div>
      ))}
      <div className="u-row">
        <button type="submit" className="ui-button ui-button-primary ui-button-normal" disabled={!ready}>
          Split {code.code}
        </button>
        <Button onClick={() => onTyped([...parts, partOf(code, parts.length)])}>One more</Button>
        <Button onClick={onCancel}>Do not split</Button>
      </div>
    </form>
  );
}
