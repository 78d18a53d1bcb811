/** Whether digits stand in a text that may be more than JavaScript's numbers keep: sixteen and more without a point. */
const MAY_BE_WIDE = /(?<![\d.])\d{16}/;

/**
 * Parses JSON as JSON.parse does, but a whole number that JavaScript would round becomes its text: two ids that differ in
 * their last digits must stay two.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_BE_WIDE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    const isRounded =
      source !== undefined && /^-?\d+$/.test(source) && source !== String(value) && BigInt(source) !== BigInt(value);
    return isRounded ? source : value;
  });
}
