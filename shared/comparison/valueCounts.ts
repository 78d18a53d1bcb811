const FIRST_SLOTS = 16;
const NUMBERS_A_VALUE = 3;

/** How often a value occurs in a column, and the row in which it was seen first. */
export type Occurrence = { readonly hash: number; readonly count: number; readonly row: number };

/**
 * How often values occur, each known by its hash, in the order in which they were seen. It takes some 20 bytes for each:
 * the two hundred columns of a large pair are counted at the same time, and as objects in a `Map` they took four times that.
 */
export class ValueCounts {
  /** Hash, count and row of each value, one behind the other. */
  #values = new Int32Array((NUMBERS_A_VALUE * FIRST_SLOTS) / 2);
  /** By a part of the hash, and behind it where that is taken: 1 + the place of a value, 0 for none. At least half is free. */
  #slots = new Int32Array(FIRST_SLOTS);
  #size = 0;
  #total = 0;

  /** Different values. */
  get size(): number {
    return this.#size;
  }

  /** All that was counted. */
  get total(): number {
    return this.#total;
  }

  add(hash: number, row: number): void {
    this.#total += 1;
    const slot = this.#slotOf(hash);
    const known = this.#slots[slot]!;
    if (known > 0) {
      this.#values[NUMBERS_A_VALUE * (known - 1) + 1]! += 1;
      return;
    }
    this.#values.set([hash, 1, row], NUMBERS_A_VALUE * this.#size);
    this.#slots[slot] = ++this.#size;
    if (2 * this.#size === this.#slots.length) this.#grow();
  }

  /** The how-manieth value it is, from 0, in the order in which they were seen; -1 for one that was not. */
  placeOf(hash: number): number {
    return this.#slots[this.#slotOf(hash)]! - 1;
  }

  get(hash: number): Occurrence | null {
    const place = this.placeOf(hash);
    return place === -1 ? null : this.#at(place);
  }

  *[Symbol.iterator](): Generator<Occurrence> {
    for (let place = 0; place < this.#size; place++) yield this.#at(place);
  }

  #at(place: number): Occurrence {
    const at = NUMBERS_A_VALUE * place;
    return { hash: this.#values[at]!, count: this.#values[at + 1]!, row: this.#values[at + 2]! };
  }

  /** The slot that tells of a value, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const last = this.#slots.length - 1;
    let slot = (Math.imul(hash, 0x2c1b3c6d) >>> 7) & last;
    for (let known = this.#slots[slot]!; known > 0; known = this.#slots[slot]!) {
      if (this.#values[NUMBERS_A_VALUE * (known - 1)] === hash) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    const values = new Int32Array(2 * this.#values.length);
    values.set(this.#values);
    this.#values = values;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < this.#size; place++) this.#slots[this.#slotOf(values[NUMBERS_A_VALUE * place]!)] = place + 1;
  }
}
