/** What is used of a part of Monaco that comes without types. */
declare module 'monaco-editor/editor/common/services/editorWebWorker' {
  type Inner = import('./fold-case.ts').InnerChange;
  export type DiffAlgorithm = {
    computeDiff(
      original: readonly string[],
      modified: readonly string[],
      options: unknown,
    ): { changes: { innerChanges: Inner[] | undefined }[] };
  };
  type Text = { readonly uri: { readonly scheme: string } };
  export const EditorWorker: {
    computeDiff(original: Text, modified: Text, options: unknown, algorithm: DiffAlgorithm): unknown;
  };
}
declare module 'monaco-editor/editor/editor.worker';
