/** Parameters of Spider-Agent's actions. The log writes them by position of the names, without escaping what stands between. */
const PARAMETERS =
  'sql_query|is_save|save_path|code|output|dataset_name|database_name|schema_name|table_name|row_number|filepath|file_path|file_name|name|command|work_dir|project_dir|connection|query|answer|dir|path';
const BOUNDARY = new RegExp(`(?:^|,)\\s*(${PARAMETERS})=(?=["'TFN\\d])`, 'g');

function unquoted(value: string): string {
  const text = value.trim();
  for (const quote of ['"""', "'''", '"', "'"]) {
    if (text.length >= 2 * quote.length && text.startsWith(quote) && text.endsWith(quote))
      return text.slice(quote.length, -quote.length);
  }
  return text;
}

/** Whether a value that begins with a quote also ends with it: else a boundary within it is part of its text. */
function isClosed(value: string): boolean {
  const text = value.trim();
  const quote = text.charAt(0);
  return (quote !== '"' && quote !== "'") || (text.length > 1 && text.endsWith(quote));
}

/**
 * An action such as `SNOWFLAKE_EXEC_SQL(sql_query="SELECT …", is_save=False)` as its name and arguments; a text that is no
 * call is a name without arguments. Quotes inside a value are not escaped in these logs: a value ends where the next
 * parameter begins.
 */
export function parseAction(action: string): { name: string; call: { name: string; text: string }[] } {
  const [, name, inner] = /^\s*([A-Za-z_]\w*)\s*\(([\s\S]*)\)\s*$/.exec(action) ?? [];
  if (name === undefined || inner === undefined) return { name: action.trim().slice(0, 200), call: [] };
  const starts: RegExpExecArray[] = [];
  for (const match of inner.matchAll(BOUNDARY)) {
    const last = starts.at(-1);
    const isFirst = last === undefined && match.index === 0;
    if (isFirst || (last !== undefined && isClosed(inner.slice(last.index + last[0].length, match.index)))) starts.push(match);
  }
  if (starts.length === 0) return { name, call: inner.trim() === '' ? [] : [{ name: '', text: unquoted(inner) }] };
  const call = starts.map((match, index) => ({
    name: match[1]!,
    text: unquoted(inner.slice(match.index + match[0].length, starts[index + 1]?.index)),
  }));
  return { name, call };
}
