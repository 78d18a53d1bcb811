import './line-diff.css';
import { useEffect, useRef } from 'react';
import { codeLook, monaco } from './monaco.ts';
import { SQL_LANGUAGE } from './sql-language.ts';

/**
 * A query to write in. `value` is taken when it differs from what stands there; Ctrl Enter (Cmd Enter) calls `onRun`, Escape
 * gives the keys back. It takes the focus when `takesFocus` turns true.
 */
export function SqlEditor({
  label,
  value,
  takesFocus,
  onChange,
  onRun,
}: {
  label: string;
  value: string;
  takesFocus: boolean;
  onChange: (value: string) => void;
  onRun: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor | null>(null);
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };
  useEffect(() => {
    if (!place.current) return;
    const model = monaco.editor.createModel('', SQL_LANGUAGE);
    const made = monaco.editor.create(place.current, {
      model,
      ...codeLook(),
      hideCursorInOverviewRuler: true,
      tabSize: 2,
      // Tab leaves the editor, as everywhere else.
      tabFocusMode: true,
      guides: { indentation: false },
      ariaLabel: label,
    });
    made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onRun());
    made.onKeyDown((event) => {
      if (event.keyCode === monaco.KeyCode.Escape) (document.activeElement as HTMLElement | null)?.blur();
    });
    model.onDidChangeContent(() => latest.current.onChange(model.getValue()));
    editor.current = made;
    return () => {
      editor.current = null;
      made.dispose();
      model.dispose();
    };
  }, [label]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (model && model.getValue() !== value) model.setValue(value);
  }, [value]);
  useEffect(() => {
    if (takesFocus) editor.current?.focus();
  }, [takesFocus]);
  return <div ref={place} className="editor-input" />;
}
