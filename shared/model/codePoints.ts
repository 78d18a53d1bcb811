/**
 * Orders texts by their Unicode code points, as Python does: no locale, no machine changes it. JavaScript's `<` orders
 * UTF-16 units, which differs beyond U+FFFF. A half of a surrogate pair alone is the code point that it is.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    // Halves of surrogate pairs stand for code points above every other unit.
    return codePointRank(left, index) - codePointRank(right, index);
  }
  return left.length - right.length;
}

function codePointRank(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const isLow = unit >= 0xdc00;
  const partner = isLow ? text.charCodeAt(index - 1) : text.charCodeAt(index + 1);
  const paired = isLow ? partner >= 0xd800 && partner < 0xdc00 : partner >= 0xdc00 && partner <= 0xdfff;
  return paired ? unit + 0x10000 : unit;
}
