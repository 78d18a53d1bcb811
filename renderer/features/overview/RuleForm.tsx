import { type FormEvent, useState } from 'react';
import type { RuleView } from '#shared/contract/rules.ts';
import { type UserRuleOptions, userRuleNameSchema } from '#shared/model/userRule.ts';
import { assay, failureOf, failureText } from '../../client/index.ts';
import { Button, DialogParts, ErrorText, Field, Segmented } from '../../ui/index.ts';

type Choices = Omit<UserRuleOptions, 'absoluteTolerance' | 'relativeTolerance'>;

const QUESTIONS: { [K in keyof Choices]: { label: string; options: readonly { value: Choices[K]; label: string }[] } } = {
  order: {
    label: 'Row order',
    options: [
      { value: 'ignored', label: 'Ignored' },
      { value: 'as configured', label: 'As the instance says' },
      { value: 'counts', label: 'Counts' },
    ],
  },
  duplicates: {
    label: 'Repeated rows',
    options: [
      { value: 'count', label: 'Count' },
      { value: 'ignored', label: 'Ignored' },
    ],
  },
  columns: {
    label: 'Columns match by',
    options: [
      { value: 'position', label: 'Position' },
      { value: 'name', label: 'Name' },
      { value: 'best', label: 'Best mapping' },
    ],
  },
  goldColumns: {
    label: 'Gold columns',
    options: [
      { value: 'all', label: 'All' },
      { value: 'condition columns', label: 'Condition columns' },
    ],
  },
  extraColumns: {
    label: 'Extra columns',
    options: [
      { value: 'mismatch', label: 'Mismatch' },
      { value: 'allowed', label: 'Allowed' },
    ],
  },
  nulls: {
    label: 'NULL is',
    options: [
      { value: 'distinct', label: 'NULL only' },
      { value: 'zero', label: 'also 0' },
      { value: 'empty text', label: "also ''" },
    ],
  },
  case: {
    label: 'Case',
    options: [
      { value: 'counts', label: 'Counts' },
      { value: 'ignored', label: 'Ignored' },
    ],
  },
  whiteSpace: {
    label: 'White space',
    options: [
      { value: 'counts', label: 'Counts' },
      { value: 'ignored', label: 'Ignored' },
    ],
  },
  dates: {
    label: 'Dates',
    options: [
      { value: 'as text', label: 'As text' },
      { value: 'by value', label: 'By value' },
    ],
  },
};

/** The number in a field, or null where it holds none that may be a tolerance. */
function readTolerance(text: string, most: number): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= most ? value : null;
}

/** Makes a rule of the project's own, or a new version of one. */
export function RuleForm({
  start,
  taken,
  onDone,
}: {
  start: { name: string; options: UserRuleOptions };
  taken: readonly RuleView[];
  onDone: () => void;
}) {
  const known = taken.find(({ id }) => id === start.name);
  const [name, setName] = useState(start.name);
  const [options, setOptions] = useState(start.options);
  const [absolute, setAbsolute] = useState(String(start.options.absoluteTolerance));
  const [relative, setRelative] = useState(String(start.options.relativeTolerance));
  const [error, setError] = useState<string | null>(null);
  const tolerances = {
    absoluteTolerance: readTolerance(absolute, Number.MAX_VALUE),
    relativeTolerance: readTolerance(relative, 1),
  };
  const nameIsTaken = known === undefined && taken.some(({ id }) => id.toLowerCase() === name.trim().toLowerCase());
  const nameIsGood = userRuleNameSchema.safeParse(name).success && !nameIsTaken;
  const isGood = nameIsGood && tolerances.absoluteTolerance !== null && tolerances.relativeTolerance !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { absoluteTolerance, relativeTolerance } = tolerances;
    if (!nameIsGood || absoluteTolerance === null || relativeTolerance === null) return;
    const rule = { name: name.trim(), options: { ...options, absoluteTolerance, relativeTolerance } };
    assay.call('rules.add', rule).then(onDone, (thrown: unknown) => setError(failureText(failureOf(thrown))));
  };
  const question = <K extends keyof Choices>(key: K) => (
    <Question
      key={key}
      label={QUESTIONS[key].label}
      options={QUESTIONS[key].options as readonly { value: string; label: string }[]}
      value={options[key]}
      onChange={(value) => setOptions({ ...options, [key]: value })}
    />
  );
  return (
    <form onSubmit={submit}>
      <DialogParts
        title={known === undefined ? 'New rule' : `Change ${known.id}`}
        actions={
          <>
            <Button onClick={onDone}>Back</Button>
            <button type="submit" className="ui-button ui-button-primary ui-button-normal" disabled={!isGood}>
              {known === undefined ? 'Add the rule' : `Save as version ${Number(known.version) + 1}`}
            </button>
          </>
        }
      >
        <div className="ov-rule-form">
          <span>Name</span>
          <Field
            label="Name of the rule"
            value={name}
            onChange={setName}
            maxLength={40}
            disabled={known !== undefined}
            invalid={name.trim() !== '' && !nameIsGood}
          />
          {(Object.keys(QUESTIONS) as (keyof Choices)[]).map(question)}
          <span>Tolerance</span>
          <span className="ov-rule-tolerances">
            <Field
              label="Absolute tolerance"
              value={absolute}
              onChange={setAbsolute}
              invalid={tolerances.absoluteTolerance === null}
              after="absolute"
            />
            <Field
              label="Relative tolerance, of 1"
              value={relative}
              onChange={setRelative}
              invalid={tolerances.relativeTolerance === null}
              after="relative"
            />
          </span>
        </div>
        {nameIsTaken && <p className="u-danger">There is a rule {name.trim()} already.</p>}
        {known !== undefined && (
          <p className="u-text-2 u-small">Verdicts and samples under version {known.version} stay as they are.</p>
        )}
        <ErrorText text={error} />
      </DialogParts>
    </form>
  );
}

function Question({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <>
      <span>{label}</span>
      <Segmented label={label} options={options} value={value} onChange={onChange} />
    </>
  );
}
