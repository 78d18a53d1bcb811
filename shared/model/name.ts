/** What cannot be seen and still belongs to a text. */
const NEEDED = [
  // Joiners within a word of a script that is spelt with them: Arabic, Persian, Indic.
  /(?<=[\p{L}\p{M}])(?<![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])[\u200c\u200d](?=[\p{L}\p{M}])/gu,
  // What makes one emoji of several, and an emoji of a sign.
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=\p{Extended_Pictographic})\ufe0f/gu,
];

/** Signs that cannot be seen, or that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/u;

/**
 * What is wrong with a text as a name (of a system, an instance, a database, a code …), or null: a sign in it that nobody
 * sees, by which two names would differ that look alike. Texts that are content, as questions and definitions, may hold any.
 */
export function nameProblem(name: string): string | null {
  const sign = UNSEEN.exec(NEEDED.reduce((text, needed) => text.replace(needed, ''), name))?.[0];
  if (sign === undefined) return null;
  const number = sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `has a sign that cannot be seen (U+${number})`;
}
