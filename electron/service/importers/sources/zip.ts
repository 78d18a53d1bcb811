import yauzl from 'yauzl';
import { notHeld } from '../../database/held-files.ts';
import { Problem } from './problem.ts';
import { LARGEST_RECORD_BYTES, tooLarge } from './text.ts';

/** One entry of a zip archive, or why it is not read. Entries are read into memory and never written to disk. */
export type ZipEntry = { readonly name: string; readonly bytes: Buffer } | { readonly name: string; readonly problem: Problem };

/** Real logs compress 5 to 30 times; what unpacks to more than this many times its size is made to harm. */
const LARGEST_RATIO = 500;
const RATIO_MATTERS_FROM = 8 * 1024 * 1024;

const open = (file: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) =>
    yauzl.open(notHeld(file), { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new Problem(`not a readable zip archive: ${error.message}`, '', error)) : resolve(zip),
    ),
  );

const nextEntry = (zip: yauzl.ZipFile): Promise<yauzl.Entry | null> =>
  new Promise((resolve, reject) => {
    const done = () => {
      zip.removeListener('entry', onEntry);
      zip.removeListener('end', onEnd);
      zip.removeListener('error', onError);
    };
    const onEntry = (entry: yauzl.Entry) => {
      done();
      resolve(entry);
    };
    const onEnd = () => {
      done();
      resolve(null);
    };
    const onError = (error: Error) => {
      done();
      reject(new Problem(`the zip archive is damaged: ${error.message}`, '', error));
    };
    zip.on('entry', onEntry);
    zip.on('end', onEnd);
    zip.on('error', onError);
    zip.readEntry();
  });

/** Why an entry is refused by what the archive's index says of it. */
function refusal(entry: yauzl.Entry, limit: number): string | null {
  if (entry.uncompressedSize > limit) return `the record ${tooLarge(entry.uncompressedSize, limit)}`;
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > RATIO_MATTERS_FROM && ratio > LARGEST_RATIO) {
    return `zip bomb: it unpacks to ${Math.round(ratio).toLocaleString('en')} times its size`;
  }
  return entry.isEncrypted() ? 'it is encrypted' : null;
}

/** Unpacks an entry, and stops where it gives more than the index promised (yauzl checks) or than the limit. */
const unpack = (zip: yauzl.ZipFile, entry: yauzl.Entry, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      const fail = (cause: Error) => reject(new Problem(`it cannot be unpacked: ${cause.message}`, '', cause));
      if (error) return fail(error);
      const chunks: Buffer[] = [];
      let length = 0;
      stream.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else stream.destroy(new Error(`the record ${tooLarge(null, limit)}`));
      });
      stream.on('error', fail);
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    }),
  );

/** The wanted entries of an archive, one at a time. A broken archive ends with one nameless problem. */
export async function* zipEntries(
  file: string,
  wanted: (name: string) => boolean,
  limit = LARGEST_RECORD_BYTES,
): AsyncGenerator<ZipEntry> {
  let zip: yauzl.ZipFile;
  try {
    zip = await open(file);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    yield { name: '', problem: error };
    return;
  }
  try {
    for (;;) {
      let name = '';
      try {
        const entry = await nextEntry(zip);
        if (entry === null) return;
        name = entry.fileName;
        if (!wanted(name)) continue;
        const refused = refusal(entry, limit);
        yield refused === null ? { name, bytes: await unpack(zip, entry, limit) } : { name, problem: new Problem(refused) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        yield { name, problem: error };
        if (name === '') return;
      }
    }
  } finally {
    zip.close();
  }
}
