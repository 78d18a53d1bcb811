/** Adds up the time between signs of a person, without the pauses that are longer than `idleMs`. Times in ms. */
export class Stopwatch {
  ms = 0;
  readonly #idleMs: number;
  #last: number | null = null;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** The person does something. */
  sign(now: number): void {
    const since = this.#last === null ? null : now - this.#last;
    if (since !== null && since <= this.#idleMs) this.ms += since;
    this.#last = now;
  }

  /** The person looks elsewhere: what follows counts from the next sign on. */
  pause(now: number): void {
    this.sign(now);
    this.#last = null;
  }

  /** The time so far, which starts again from nothing. */
  take(): number {
    const taken = this.ms;
    this.ms = 0;
    return taken;
  }
}
