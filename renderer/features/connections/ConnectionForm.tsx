import { type FormEvent, useState } from 'react';
import type { KeptConnection } from '#shared/contract/desktop.ts';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
  type ConnectionSecret,
  type ConnectionSettings,
  connectionSettingsSchema,
  needsSecret,
} from '#shared/model/connection.ts';
import { desktop, failureOf, failureText } from '../../client/index.ts';
import { Button, DialogParts, ErrorText, Field, Segmented } from '../../ui/index.ts';
import { SecretFields } from './SecretFields.tsx';

const METHOD_LABEL: Record<AuthenticationMethod, string> = {
  password: 'Password',
  token: 'Access token',
  'key-pair': 'Key pair',
  oauth: 'OAuth',
  'external-browser': 'Browser',
};

const FIELDS = ['account', 'user', 'warehouse', 'role', 'database', 'schema', 'accessUrl'] as const;
const HINTS: Record<(typeof FIELDS)[number], { label: string; placeholder: string }> = {
  account: { label: 'Account', placeholder: 'organisation-account' },
  user: { label: 'User', placeholder: 'not needed for some tokens' },
  warehouse: { label: 'Warehouse', placeholder: 'the user’s own' },
  role: { label: 'Role', placeholder: 'the user’s own' },
  database: { label: 'Database', placeholder: 'for the check only' },
  schema: { label: 'Schema', placeholder: '' },
  accessUrl: { label: 'Address', placeholder: 'https://<account>.snowflakecomputing.com' },
};

/** Adds a connection or changes one. A secret that is left empty stays the known one. */
export function ConnectionForm({
  start,
  taken,
  onSaved,
  onBack,
}: {
  start: KeptConnection | null;
  taken: readonly string[];
  onSaved: (connections: KeptConnection[], name: string) => void;
  onBack: () => void;
}) {
  const known = start?.settings;
  const [name, setName] = useState(known?.name ?? '');
  const [method, setMethod] = useState<AuthenticationMethod>(known?.method ?? 'password');
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries(FIELDS.map((field) => [field, known?.[field] ?? ''])),
  );
  const [secret, setSecret] = useState<ConnectionSecret | null>(null);
  const [error, setError] = useState<string | null>(null);
  const parsed = connectionSettingsSchema.safeParse({
    name,
    method,
    ...Object.fromEntries(FIELDS.map((field) => [field, values[field]?.trim() || null])),
  });
  const nameIsTaken = known === undefined && taken.includes(name.trim());
  const needs = needsSecret(method) && (known === undefined || known.method !== method) && secret === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.success || nameIsTaken || needs) return;
    const settings: ConnectionSettings = parsed.data;
    desktop()
      .saveConnection({ settings, secret: needsSecret(method) ? secret : null })
      .then(
        (connections) => onSaved(connections, settings.name),
        (thrown: unknown) => setError(failureText(failureOf(thrown))),
      );
  };
  const wrong = (field: string) => !parsed.success && parsed.error.issues.some(({ path: [at] }) => at === field);
  return (
    <form onSubmit={submit} className="cn-form">
      <DialogParts
        title={known === undefined ? 'New connection' : `Change ${known.name}`}
        actions={
          <>
            <Button onClick={onBack}>Back</Button>
            <button
              type="submit"
              className="ui-button ui-button-primary ui-button-normal"
              disabled={!parsed.success || nameIsTaken || needs}
            >
              Save
            </button>
          </>
        }
      >
        <div className="cn-fields">
          <span>Name</span>
          <Field
            label="Name of the connection"
            value={name}
            onChange={setName}
            disabled={known !== undefined}
            invalid={nameIsTaken}
            data-autofocus={known === undefined || undefined}
          />
          {FIELDS.slice(0, 2).map((field) => (
            <Setting
              key={field}
              field={field}
              values={values}
              onChange={setValues}
              invalid={values[field] !== '' && wrong(field)}
            />
          ))}
          <span>Logs in by</span>
          <Segmented
            label="Logs in by"
            value={method}
            onChange={(next) => {
              setMethod(next);
              setSecret(null);
            }}
            options={AUTHENTICATION_METHODS.map((value) => ({ value, label: METHOD_LABEL[value] }))}
          />
          <SecretFields key={method} method={method} known={known?.method === method} onChange={setSecret} />
          {FIELDS.slice(2).map((field) => (
            <Setting
              key={field}
              field={field}
              values={values}
              onChange={setValues}
              invalid={values[field] !== '' && wrong(field)}
            />
          ))}
        </div>
        {nameIsTaken && <p className="u-danger">There is a connection {name.trim()} already.</p>}
        <p className="u-text-2 u-small">
          Secrets go into this machine’s keychain. Where it has none, they stay in memory until Assay ends. They are never written
          into projects, logs or exports.
        </p>
        <ErrorText text={error} />
      </DialogParts>
    </form>
  );
}

function Setting({
  field,
  values,
  onChange,
  invalid,
}: {
  field: (typeof FIELDS)[number];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  invalid: boolean;
}) {
  const { label, placeholder } = HINTS[field];
  return (
    <>
      <span>{label}</span>
      <Field
        label={label}
        value={values[field] ?? ''}
        placeholder={placeholder}
        invalid={invalid}
        onChange={(value) => onChange({ ...values, [field]: value })}
      />
    </>
  );
}
