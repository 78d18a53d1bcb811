const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/;

/**
 * The names of the elements of an XML text, in the order of their start tags. Strict in what matters to readers of SVG.
 * @throws Error where the text is not well-formed: tags that do not match, bare `<` or `&`, text outside the root.
 */
export function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  for (const [token, end, start, attributes, selfClosing] of xml.matchAll(TOKEN)) {
    if (token === '<') throw new Error('a bare < or a malformed tag');
    if (REFERENCE.test(attributes ?? (start || end ? '' : token))) throw new Error(`a bare & in ${token.slice(0, 80)}`);
    if (end !== undefined) {
      const expected = open.pop();
      if (expected !== end) throw new Error(`</${end}> closes <${expected}>`);
    } else if (start !== undefined) {
      if (open.length === 0 && names.length > 0) throw new Error(`a second root <${start}>`);
      names.push(start);
      if (selfClosing === '') open.push(start);
    } else if (open.length === 0 && !token.startsWith('<') && token.trim() !== '') throw new Error('text outside the root');
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
  return names;
}
