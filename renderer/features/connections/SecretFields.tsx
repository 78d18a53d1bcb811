import { useState } from 'react';
import type { AuthenticationMethod, ConnectionSecret } from '#shared/model/connection.ts';
import { Field } from '../../ui/index.ts';

const SECRET_LABEL: Record<Exclude<AuthenticationMethod, 'external-browser' | 'key-pair'>, string> = {
  password: 'Password',
  token: 'Access token',
  oauth: 'OAuth token',
};

/** Asks for what a method needs; `onChange` hears null while nothing is entered. `known`: there is one that may stay. */
export function SecretFields({
  method,
  known,
  onChange,
}: {
  method: AuthenticationMethod;
  known: boolean;
  onChange: (secret: ConnectionSecret | null) => void;
}) {
  const [value, setValue] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [file, setFile] = useState<string | null>(null);
  const tell = (next: string, phrase: string) =>
    onChange(next === '' ? null : { value: next, passphrase: phrase === '' ? null : phrase });
  const stays = known ? 'leave empty to keep the known one' : '';
  if (method === 'external-browser') {
    return (
      <>
        <span />
        <span className="u-text-2">The browser opens at the first query, and the identity provider asks there.</span>
      </>
    );
  }
  if (method !== 'key-pair') {
    return (
      <>
        <span>{SECRET_LABEL[method]}</span>
        <Field
          label={SECRET_LABEL[method]}
          secret
          value={value}
          placeholder={stays}
          onChange={(next) => {
            setValue(next);
            tell(next, '');
          }}
        />
      </>
    );
  }
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const text = await chosen.text();
    setValue(text);
    setFile(chosen.name);
    tell(text, passphrase);
  };
  return (
    <>
      <span>Private key</span>
      <label className="cn-key">
        <span className="ui-button ui-button-plain ui-button-normal">Choose the PEM file…</span>
        <input
          type="file"
          className="u-hidden"
          aria-label="Private key as a PEM file"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <span className="u-text-2 u-ellipsis">{file ?? (known ? 'the known key stays' : 'none chosen')}</span>
      </label>
      <span>Passphrase</span>
      <Field
        label="Passphrase of the private key"
        secret
        value={passphrase}
        placeholder="where the key has one"
        onChange={(next) => {
          setPassphrase(next);
          tell(value, next);
        }}
      />
    </>
  );
}
