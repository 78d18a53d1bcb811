import type { Db } from '../database/open.ts';
import type { Session } from '../session.ts';
import { hidesAnything } from './blind.ts';

/**
 * The screens that one client has revealed to an annotator who labels blind. It ends with the client, and where another
 * project or annotator takes the place of this one.
 */
export class Sight {
  readonly #session: Session;
  readonly #screens = new Set<string>();
  #of: { db: Db; annotator: number } | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  reveal(screen: string): void {
    this.#forgetOthers();
    this.#screens.add(screen);
  }

  cover(screen: string): void {
    this.#screens.delete(screen);
  }

  coverAll(): void {
    this.#screens.clear();
  }

  /** Whether something is kept back from this client now. */
  isBlocked(): boolean {
    const { db, annotator } = this.#session;
    if (!hidesAnything(db, annotator)) return false;
    this.#forgetOthers();
    return this.#screens.size === 0;
  }

  #forgetOthers(): void {
    const { db, annotator } = this.#session;
    if (this.#of?.db === db && this.#of.annotator === annotator.id) return;
    this.#of = { db, annotator: annotator.id };
    this.#screens.clear();
  }
}
