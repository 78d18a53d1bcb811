import { type FormEvent, useState } from 'react';
import { changeAnnotator, failureOf, failureText, useAssay, useProject, useSettings } from '../client/index.ts';
import { Button, Dialog, DialogParts, ErrorText, Field } from '../ui/index.ts';

const LONGEST_NAME = 80;

/** Asks who labels. Labels of different annotators stay apart. */
export function AnnotatorDialog({ onClose }: { onClose: () => void }) {
  const current = useSettings((store) => store.settings?.annotator ?? '');
  const path = useProject((project) => project.path);
  const summary = useAssay('project.summary', null, { enabled: path !== null });
  const [name, setName] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const trimmed = name.trim();
  const valid = trimmed !== '' && trimmed.length <= LONGEST_NAME;
  const others = (summary.data?.annotators ?? []).filter((annotator) => annotator !== trimmed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    changeAnnotator(trimmed).then(onClose, (thrown: unknown) => setError(failureText(failureOf(thrown))));
  };
  return (
    <Dialog label="Annotator" onClose={onClose}>
      <form onSubmit={submit}>
        <DialogParts
          title="Annotator"
          actions={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <button type="submit" className="ui-button ui-button-primary ui-button-normal" disabled={!valid}>
                Label as this annotator
              </button>
            </>
          }
        >
          <p className="u-text-2">Each annotator has labels of their own; nobody’s are overwritten.</p>
          <div className="app-annotator">
            <Field label="Name" showLabel value={name} onChange={setName} maxLength={LONGEST_NAME} data-autofocus="" />
          </div>
          {others.length > 0 && (
            <p className="u-small u-text-2">
              In this project:{' '}
              {others.map((other) => (
                <Button key={other} kind="link" size="small" className="app-annotator-other" onClick={() => setName(other)}>
                  {other}
                </Button>
              ))}
            </p>
          )}
          <ErrorText text={error} />
        </DialogParts>
      </form>
    </Dialog>
  );
}
