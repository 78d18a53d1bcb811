/** Why a record, or a whole file, cannot be taken. Not a failure of the import: it becomes a rejection with this reason. */
export class Problem extends Error {
  /** The offending text, where there is one. */
  readonly text: string;

  constructor(reason: string, text = '', cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'Problem';
    this.text = text;
  }
}

const SYSTEM_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist (any more)',
  EACCES: 'the file may not be read',
  EPERM: 'the file may not be read',
  ELOOP: 'symbolic link loop',
  EISDIR: 'a folder stands where a file should be',
  ENOTDIR: 'a file stands where a folder should be',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'it is the open project itself, or in use',
  EIO: 'the disk could not read it',
};

/** The problem behind an error of the file system; null for any other error. */
export function systemProblem(error: unknown): Problem | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return new Problem(SYSTEM_PROBLEMS[String(error.code)] ?? `it cannot be read (${String(error.code)})`, '', error);
}
