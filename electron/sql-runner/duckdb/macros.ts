// What Snowflake's functions do, said in DuckDB's SQL. The parameters' types choose among the forms of a macro, as
// Snowflake's functions take VARIANT, text, dates and times alike. VARIANT, OBJECT and ARRAY are all DuckDB's VARIANT.

const DATE_UNITS = ['year', 'quarter', 'month', 'week', 'day'] as const;
const TIME_UNITS = ['hour', 'minute', 'second', 'millisecond', 'microsecond'] as const;

/** Units in which dates and times are counted, by every name that Snowflake knows them under. */
export const UNITS: ReadonlyMap<string, (typeof DATE_UNITS | typeof TIME_UNITS)[number]> = new Map([
  ...['YEAR', 'Y', 'YY', 'YYY', 'YYYY', 'YR', 'YEARS', 'YRS'].map((name) => [name, 'year'] as const),
  ...['QUARTER', 'Q', 'QTR', 'QTRS', 'QUARTERS'].map((name) => [name, 'quarter'] as const),
  ...['MONTH', 'MM', 'MON', 'MONS', 'MONTHS'].map((name) => [name, 'month'] as const),
  ...['WEEK', 'W', 'WK', 'WEEKOFYEAR', 'WOY', 'WY', 'WEEKS'].map((name) => [name, 'week'] as const),
  ...['DAY', 'D', 'DD', 'DAYS', 'DAYOFMONTH'].map((name) => [name, 'day'] as const),
  ...['HOUR', 'H', 'HH', 'HR', 'HOURS', 'HRS'].map((name) => [name, 'hour'] as const),
  ...['MINUTE', 'M', 'MI', 'MIN', 'MINUTES', 'MINS'].map((name) => [name, 'minute'] as const),
  ...['SECOND', 'S', 'SEC', 'SECONDS', 'SECS'].map((name) => [name, 'second'] as const),
  ...['MILLISECOND', 'MS', 'MSEC', 'MILLISECONDS'].map((name) => [name, 'millisecond'] as const),
  ...['MICROSECOND', 'US', 'USEC', 'MICROSECONDS'].map((name) => [name, 'microsecond'] as const),
]);

const interval = (unit: string) => {
  switch (unit) {
    case 'quarter':
      return '(INTERVAL 3 MONTH * CAST(round(n) AS BIGINT))';
    default:
      return `(INTERVAL 1 ${unit.toUpperCase()} * CAST(round(n) AS BIGINT))`;
  }
};

const ADDING = [
  ...DATE_UNITS.map(
    (unit) =>
      `snow_add_${unit}(n, d VARIANT) AS CAST(CAST(d AS VARCHAR) AS TIMESTAMP) + ${interval(unit)}, ` +
      `(n, d VARCHAR) AS CAST(d AS TIMESTAMP) + ${interval(unit)}, (n, d DATE) AS CAST(d + ${interval(unit)} AS DATE), (n, d) AS d + ${interval(unit)}`,
  ),
  ...TIME_UNITS.map(
    (unit) =>
      `snow_add_${unit}(n, d VARCHAR) AS CAST(d AS TIMESTAMP) + ${interval(unit)}, (n, d DATE) AS CAST(d AS TIMESTAMP) + ${interval(unit)}, ` +
      `(n, d) AS d + ${interval(unit)}`,
  ),
];

const EPOCH_SCALE = `CASE WHEN abs(CAST(x AS HUGEINT)) < 31536000000 THEN make_timestamp(CAST(x AS BIGINT) * 1000000)
  WHEN abs(CAST(x AS HUGEINT)) < 31536000000000 THEN make_timestamp(CAST(x AS BIGINT) * 1000)
  WHEN abs(CAST(x AS HUGEINT)) < 31536000000000000 THEN make_timestamp(CAST(x AS BIGINT))
  ELSE make_timestamp(CAST(x AS BIGINT) // 1000) END`;

const AUTO_DATE = "['%m/%d/%Y', '%d-%b-%Y', '%a %b %d %H:%M:%S %z %Y']";
const COMPOUND = `(variant_typeof(x) LIKE 'ARRAY%' OR variant_typeof(x) LIKE 'OBJECT%')`;
const NO_ROW = '{SEQ: 1, KEY: NULL, PATH: NULL, "INDEX": NULL, VALUE: NULL, THIS: NULL}';

/** The definitions, in the order in which they build on one another. */
const DEFINITIONS: readonly string[] = [
  // How a value looks as text, as a number, as JSON. A value of another type than VARIANT goes through as it is.
  `snow_text(x VARIANT) AS CASE WHEN ${COMPOUND} THEN CAST(CAST(x AS JSON) AS VARCHAR) ELSE CAST(x AS VARCHAR) END,
    (x VARCHAR) AS x, (x DATE) AS CAST(x AS VARCHAR), (x TIMESTAMP) AS strftime(x, '%Y-%m-%d %H:%M:%S.%g'), (x) AS CAST(x AS VARCHAR)`,
  'snow_plain(x VARIANT) AS CAST(x AS VARCHAR), (x) AS x',
  'snow_number(x VARIANT) AS CAST(CAST(x AS VARCHAR) AS DOUBLE), (x VARCHAR) AS CAST(x AS DOUBLE), (x) AS x',
  // Integers have 64 bits, which is what DuckDB's functions take; the wide ones have the 38 digits of Snowflake's.
  `snow_wide_integer(x VARIANT) AS CAST(CAST(x AS VARCHAR) AS HUGEINT), (x VARCHAR) AS CAST(x AS HUGEINT), (x) AS CAST(x AS HUGEINT)`,
  'snow_integer(x) AS CAST(snow_wide_integer(x) AS BIGINT)',
  'snow_wide(x BIGINT) AS CAST(x AS HUGEINT), (x) AS x',
  `snow_boolean(x VARIANT) AS CAST(CAST(x AS VARCHAR) AS BOOLEAN), (x) AS CAST(x AS BOOLEAN)`,
  'snow_json(x VARIANT) AS CAST(x AS JSON), (x) AS to_json(x)',
  'snow_variant(x VARIANT) AS x, (x) AS CAST(x AS VARIANT)',
  // VARIANT sorts by type first; this sorts numbers as numbers, whatever their width.
  'snow_sort(x VARIANT) AS {number: TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE), text: CAST(x AS VARCHAR)}, (x) AS x',

  // Semi-structured data.
  `snow_parse_json(x VARIANT) AS x, (x VARCHAR) AS CAST(CAST(NULLIF(trim(x), '') AS JSON) AS VARIANT), (x) AS CAST(to_json(x) AS VARIANT)`,
  `snow_try_parse_json(x VARIANT) AS x, (x VARCHAR) AS CAST(CASE WHEN json_valid(x) THEN CAST(x AS JSON) END AS VARIANT)`,
  'snow_to_json(x VARIANT) AS CAST(CAST(x AS JSON) AS VARCHAR), (x) AS CAST(to_json(x) AS VARCHAR)',
  `snow_get(v, k BIGINT) AS CAST(json_extract(snow_json(v), '$[' || k || ']') AS VARIANT),
    (v, k) AS CAST(json_extract(snow_json(v), '$."' || replace(CAST(k AS VARCHAR), '"', '\\"') || '"') AS VARIANT)`,
  "snow_object(x) AS CAST(json_merge_patch(CAST('{}' AS JSON), x) AS VARIANT)",
  'snow_object_keys(x) AS CAST(json_keys(snow_json(x)) AS VARIANT)',
  'snow_array_size(x) AS json_array_length(snow_json(x))',
  `snow_array_contains(v, a) AS list_contains(list_transform(CAST(snow_variant(a) AS VARIANT[]), lambda e: CAST(e AS VARCHAR)), snow_text(v))`,
  `snow_array_to_string(a, separator) AS array_to_string(list_transform(CAST(snow_variant(a) AS VARIANT[]), lambda e: coalesce(CAST(e AS VARCHAR), '')), separator)`,
  'snow_array_cat(a, b) AS CAST(list_concat(CAST(snow_variant(a) AS VARIANT[]), CAST(snow_variant(b) AS VARIANT[])) AS VARIANT)',
  'snow_array_append(a, e) AS CAST(list_append(CAST(snow_variant(a) AS VARIANT[]), CAST(e AS VARIANT)) AS VARIANT)',
  'snow_array_slice(a, low, high) AS CAST(list_slice(CAST(snow_variant(a) AS VARIANT[]), low + 1, high) AS VARIANT)',
  'snow_array_distinct(a) AS CAST(list_distinct(CAST(snow_variant(a) AS VARIANT[])) AS VARIANT)',
  'snow_array_range(low, high) AS CAST(range(CAST(low AS BIGINT), CAST(high AS BIGINT)) AS VARIANT)',
  'snow_split(x, separator) AS CAST(string_split(snow_text(x), separator) AS VARIANT)',
  `snow_strtok_to_array_by(x, separators) AS CAST(list_filter(string_split(translate(snow_text(x), separators, repeat(chr(1), CAST(length(separators) AS BIGINT))), chr(1)),
    lambda t: t <> '') AS VARIANT)`,
  // Each character of the second argument separates, and empty tokens are none.
  `snow_strtok_to_array(x) AS snow_strtok_to_array_by(x, ' '), (x, separators) AS snow_strtok_to_array_by(x, separators)`,
  'snow_list(a) AS CAST(snow_variant(a) AS VARIANT[])',
  // Elements are compared as their texts: VARIANT 1 and VARIANT '1' are told apart by Snowflake, but not here.
  'snow_has(a, e) AS list_contains(list_transform(snow_list(a), lambda x: CAST(x AS VARCHAR)), CAST(e AS VARCHAR))',
  'snow_arrays_overlap(a, b) AS len(list_filter(snow_list(a), lambda e: snow_has(b, e))) > 0',
  'snow_array_intersection(a, b) AS CAST(list_filter(snow_list(a), lambda e: snow_has(b, e)) AS VARIANT)',
  'snow_array_except(a, b) AS CAST(list_filter(snow_list(a), lambda e: NOT snow_has(b, e)) AS VARIANT)',
  'snow_array_compact(a) AS CAST(list_filter(snow_list(a), lambda e: e IS NOT NULL) AS VARIANT)',
  'snow_array_flatten(a) AS CAST(flatten(list_transform(snow_list(a), lambda e: CAST(e AS VARIANT[]))) AS VARIANT)',
  'snow_array_prepend(a, e) AS CAST(list_prepend(CAST(e AS VARIANT), snow_list(a)) AS VARIANT)',
  'snow_array_reverse(a) AS CAST(list_reverse(snow_list(a)) AS VARIANT)',
  'snow_array_position(v, a) AS list_position(list_transform(snow_list(a), lambda e: CAST(e AS VARCHAR)), snow_text(v)) - 1',
  'snow_sorted(a) AS list_transform(list_sort(list_transform(snow_list(a), lambda e: {n: TRY_CAST(CAST(e AS VARCHAR) AS DOUBLE), t: CAST(e AS VARCHAR), e: e})), lambda s: s.e)',
  'snow_array_sort(a) AS CAST(snow_sorted(a) AS VARIANT)',
  'snow_array_min(a) AS list_first(snow_sorted(list_filter(snow_list(a), lambda e: e IS NOT NULL)))',
  'snow_array_max(a) AS list_last(snow_sorted(list_filter(snow_list(a), lambda e: e IS NOT NULL)))',
  `snow_object_insert(o, k, v) AS CAST(json_merge_patch(snow_json(o), json_object(CAST(k AS VARCHAR), snow_json(v))) AS VARIANT),
    (o, k, v, replaces) AS CAST(json_merge_patch(snow_json(o), json_object(CAST(k AS VARCHAR), snow_json(v))) AS VARIANT)`,
  `snow_object_delete(o, k) AS CAST(json_merge_patch(snow_json(o), json_object(CAST(k AS VARCHAR), NULL)) AS VARIANT),
    (o, k, l) AS CAST(json_merge_patch(snow_json(o), json_object(CAST(k AS VARCHAR), NULL, CAST(l AS VARCHAR), NULL)) AS VARIANT)`,
  "snow_object_pick(o, k) AS CAST(json_object(CAST(k AS VARCHAR), json_extract(snow_json(o), '$.\"' || k || '\"')) AS VARIANT), (o, k, l) AS CAST(json_object(CAST(k AS VARCHAR), json_extract(snow_json(o), '$.\"' || k || '\"'), CAST(l AS VARCHAR), json_extract(snow_json(o), '$.\"' || l || '\"')) AS VARIANT)",
  `snow_typeof(x VARIANT) AS CASE WHEN variant_typeof(x) LIKE 'ARRAY%' THEN 'ARRAY' WHEN variant_typeof(x) LIKE 'OBJECT%' THEN 'OBJECT'
    WHEN variant_typeof(x) LIKE 'BOOL%' THEN 'BOOLEAN' WHEN variant_typeof(x) LIKE '%INT%' THEN 'INTEGER'
    WHEN variant_typeof(x) LIKE 'DOUBLE%' OR variant_typeof(x) LIKE 'DECIMAL%' THEN 'DECIMAL' WHEN variant_typeof(x) = 'VARIANT_NULL' THEN 'NULL_VALUE'
    ELSE variant_typeof(x) END`,
  `snow_is_array(x) AS variant_typeof(snow_variant(x)) LIKE 'ARRAY%'`,
  `snow_is_object(x) AS variant_typeof(snow_variant(x)) LIKE 'OBJECT%'`,
  `snow_flatten(x) AS CASE WHEN variant_typeof(snow_variant(x)) LIKE 'ARRAY%' THEN
      list_transform(CAST(snow_variant(x) AS VARIANT[]), lambda e, i: {SEQ: CAST(1 AS BIGINT), KEY: CAST(NULL AS VARCHAR),
        PATH: '[' || (i - 1) || ']', "INDEX": i - 1, VALUE: e, THIS: snow_variant(x)})
    WHEN variant_typeof(snow_variant(x)) LIKE 'OBJECT%' THEN
      list_transform(json_keys(snow_json(x)), lambda k: {SEQ: CAST(1 AS BIGINT), KEY: k, PATH: k, "INDEX": CAST(NULL AS BIGINT),
        VALUE: CAST(json_extract(snow_json(x), '$."' || k || '"') AS VARIANT), THIS: snow_variant(x)}) END`,
  `snow_flatten_outer(x) AS CASE WHEN coalesce(len(snow_flatten(x)), 0) = 0 THEN [${NO_ROW}] ELSE snow_flatten(x) END`,
  `snow_split_rows(x, separator) AS list_transform(string_split(snow_text(x), separator), lambda e, i: {SEQ: CAST(1 AS BIGINT), "INDEX": i, VALUE: e})`,

  // Aggregates that leave NULL out, as Snowflake's do.
  `snow_array_agg(x) AS CAST(coalesce(list(CAST(x AS VARIANT)) FILTER (WHERE x IS NOT NULL), []) AS VARIANT)`,
  `snow_array_agg_distinct(x) AS CAST(coalesce(list_distinct(list(CAST(x AS VARIANT)) FILTER (WHERE x IS NOT NULL)), []) AS VARIANT)`,
  'snow_array_agg_by(x, key) AS CAST(coalesce(list(CAST(x AS VARIANT) ORDER BY key) FILTER (WHERE x IS NOT NULL), []) AS VARIANT)',
  'snow_array_agg_by_desc(x, key) AS CAST(coalesce(list(CAST(x AS VARIANT) ORDER BY key DESC) FILTER (WHERE x IS NOT NULL), []) AS VARIANT)',
  'snow_array_agg_distinct_by(x) AS CAST(coalesce(list(DISTINCT CAST(x AS VARCHAR) ORDER BY CAST(x AS VARCHAR)) FILTER (WHERE x IS NOT NULL), []) AS VARIANT)',
  'snow_object_agg(k, v) AS CAST(json_group_object(k, snow_json(v)) AS VARIANT)',

  // Dates and times. There are no time zones: the session is in UTC.
  ...ADDING,
  `snow_trunc_time(unit, d VARIANT) AS CAST(date_trunc(unit, CAST(CAST(d AS VARCHAR) AS TIMESTAMP)) AS TIMESTAMP),
    (unit, d VARCHAR) AS CAST(date_trunc(unit, CAST(d AS TIMESTAMP)) AS TIMESTAMP), (unit, d DATE) AS CAST(date_trunc(unit, d) AS DATE), (unit, d TIMESTAMP) AS CAST(date_trunc(unit, d) AS TIMESTAMP)`,
  `snow_to_timestamp(x VARIANT) AS CASE WHEN regexp_full_match(CAST(x AS VARCHAR), '-?[0-9]+') THEN ${EPOCH_SCALE.replaceAll('CAST(x', 'CAST(CAST(x AS VARCHAR)')}
      ELSE CAST(CAST(x AS VARCHAR) AS TIMESTAMP) END,
    (x VARCHAR) AS CASE WHEN regexp_full_match(trim(x), '-?[0-9]+') THEN ${EPOCH_SCALE}
      ELSE coalesce(TRY_CAST(x AS TIMESTAMP), CAST(try_strptime(x, ${AUTO_DATE}) AS TIMESTAMP), CAST(x AS TIMESTAMP)) END,
    (x DATE) AS CAST(x AS TIMESTAMP), (x TIMESTAMP) AS x, (x DOUBLE) AS make_timestamp(CAST(round(x * 1000000) AS BIGINT))`,
  'snow_to_timestamp_scaled(x, digits) AS make_timestamp(CAST(round(CAST(x AS DOUBLE) * power(10, 6 - digits)) AS BIGINT))',
  `snow_try_to_timestamp(x VARIANT) AS TRY_CAST(CAST(x AS VARCHAR) AS TIMESTAMP), (x VARCHAR) AS CASE WHEN regexp_full_match(trim(x), '-?[0-9]{1,17}') THEN ${EPOCH_SCALE}
      ELSE coalesce(TRY_CAST(x AS TIMESTAMP), CAST(try_strptime(x, ${AUTO_DATE}) AS TIMESTAMP)) END, (x) AS CAST(x AS TIMESTAMP)`,
  'snow_to_date(x) AS CAST(snow_to_timestamp(x) AS DATE)',
  'snow_try_to_date(x) AS CAST(snow_try_to_timestamp(x) AS DATE)',
  'snow_date_part(unit, x) AS date_part(unit, snow_to_timestamp(x))',
  `snow_diff_week(a, b) AS date_diff('day', date_trunc('week', snow_to_timestamp(a)), date_trunc('week', snow_to_timestamp(b))) // 7`,
  `snow_diff(unit, a, b) AS date_diff(unit, snow_to_timestamp(a), snow_to_timestamp(b))`,
  'snow_parse_time(x, format) AS CAST(strptime(snow_text(x), format) AS TIMESTAMP)',
  'snow_try_parse_time(x, format) AS CAST(try_strptime(snow_text(x), format) AS TIMESTAMP)',
  'snow_format_time(x, format) AS strftime(snow_to_timestamp(x), format)',
  `snow_add_months(d VARCHAR, n) AS snow_add_month(n, CAST(d AS DATE)),
    (d DATE, n) AS CASE WHEN last_day(d) = d THEN last_day(snow_add_month(n, d)) ELSE snow_add_month(n, d) END, (d, n) AS snow_add_month(n, d)`,
  'snow_now() AS CAST(now() AS TIMESTAMP)',
  'snow_date_from_parts(y, m, d) AS CAST(make_date(CAST(y AS BIGINT), 1, 1) + INTERVAL 1 MONTH * (CAST(m AS BIGINT) - 1) + INTERVAL 1 DAY * (CAST(d AS BIGINT) - 1) AS DATE)',

  // Numbers and texts.
  `snow_wide_to_number(x VARIANT) AS CAST(CAST(x AS VARCHAR) AS HUGEINT), (x VARCHAR) AS CAST(x AS HUGEINT), (x) AS CAST(round(x) AS HUGEINT)`,
  'snow_to_number(x) AS CAST(snow_wide_to_number(x) AS BIGINT)',
  `snow_to_decimal(x, digits) AS round(snow_number(x), digits)`,
  `snow_wide_try_to_number(x VARIANT) AS TRY_CAST(CAST(x AS VARCHAR) AS HUGEINT), (x VARCHAR) AS TRY_CAST(replace(x, ',', '') AS HUGEINT), (x) AS CAST(round(x) AS HUGEINT)`,
  'snow_try_to_number(x) AS CAST(snow_wide_try_to_number(x) AS BIGINT)',
  `snow_try_to_decimal(x, digits) AS round(TRY_CAST(snow_text(x) AS DOUBLE), digits)`,
  'snow_to_double(x VARIANT) AS CAST(CAST(x AS VARCHAR) AS DOUBLE), (x) AS CAST(x AS DOUBLE)',
  'snow_try_to_double(x VARIANT) AS TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE), (x) AS TRY_CAST(x AS DOUBLE)',
  `snow_format_number(x, decimals, grouped, width) AS lpad(CASE WHEN grouped THEN format('{:,.' || decimals || 'f}', CAST(x AS DOUBLE)) ELSE printf('%.' || decimals || 'f', CAST(x AS DOUBLE)) END,
    CAST(greatest(width, length(printf('%.' || decimals || 'f', CAST(x AS DOUBLE)))) AS INTEGER), ' ')`,
  'snow_haversine(lat1, lon1, lat2, lon2) AS 2 * 6371.0087714 * asin(sqrt(pow(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * pow(sin(radians(lon2 - lon1) / 2), 2)))',
  'snow_length(x) AS length(snow_text(x))',
  `snow_initcap(x) AS array_to_string(list_transform(regexp_extract_all(snow_text(x), '[[:alnum:]]+|[^[:alnum:]]+'), lambda w: upper(w[1]) || lower(w[2:])), '')`,
  `snow_regexp_like(x, pattern) AS regexp_full_match(snow_text(x), '(?s)' || pattern),
    (x, pattern, flags) AS regexp_full_match(snow_text(x), CASE WHEN contains(flags, 'i') THEN '(?is)' ELSE '(?s)' END || pattern)`,
  'snow_regexp_substr(x, pattern) AS CASE WHEN regexp_matches(snow_text(x), pattern) THEN regexp_extract(snow_text(x), pattern) END',
  'snow_contains(x, y) AS contains(snow_text(x), snow_text(y))',
  'snow_starts_with(x, y) AS starts_with(snow_text(x), snow_text(y))',
  'snow_ends_with(x, y) AS ends_with(snow_text(x), snow_text(y))',
  "snow_replace(x, a) AS replace(snow_text(x), snow_text(a), ''), (x, a, b) AS replace(snow_text(x), snow_text(a), snow_text(b))",
  'snow_sha2(x) AS sha256(snow_text(x)), (x, bits) AS sha256(snow_text(x))',
  'snow_width_bucket(x, low, high, n) AS CASE WHEN x < low THEN 0 WHEN x >= high THEN n + 1 ELSE CAST(floor((x - low) * n / (high - low)) AS BIGINT) + 1 END',

  'snow_booland(a, b) AS CAST(a AS BOOLEAN) AND CAST(b AS BOOLEAN)',
  'snow_boolor(a, b) AS CAST(a AS BOOLEAN) OR CAST(b AS BOOLEAN)',
  'snow_boolxor(a, b) AS CAST(a AS BOOLEAN) <> CAST(b AS BOOLEAN)',
  'snow_boolnot(a) AS NOT CAST(a AS BOOLEAN)',
  'snow_percentile(x, share) AS quantile_cont(x, share)',
  'snow_regr_count(y, x) AS count(*) FILTER (WHERE y IS NOT NULL AND x IS NOT NULL)',
  'snow_greatest_ignore_nulls(a, b) AS greatest(a, b), (a, b, c) AS greatest(a, b, c), (a, b, c, d) AS greatest(a, b, c, d)',
  'snow_least_ignore_nulls(a, b) AS least(a, b), (a, b, c) AS least(a, b, c), (a, b, c, d) AS least(a, b, c, d)',
  'snow_hex(x) AS hex(snow_text(x))',
  'snow_insert(x, start, n, y) AS left(snow_text(x), start - 1) || y || substring(snow_text(x), start + n)',
  'snow_octet_length(x) AS strlen(snow_text(x))',
  "snow_unicode(x) AS CASE WHEN x = '' THEN 0 ELSE unicode(x) END",
  "snow_space(n) AS repeat(' ', CAST(n AS BIGINT))",
  'snow_sha1(x) AS sha1(snow_text(x))',
  'snow_md5(x) AS md5(snow_text(x))',
  'snow_bitshiftleft(x, n) AS x << CAST(n AS BIGINT)',
  'snow_bitshiftright(x, n) AS x >> CAST(n AS BIGINT)',
  'snow_regexp_substr_all(x, pattern) AS CAST(regexp_extract_all(snow_text(x), pattern) AS VARIANT)',
  'snow_time_from_parts(h, m, s) AS make_time(CAST(h AS BIGINT), CAST(m AS BIGINT), CAST(s AS DOUBLE))',
  `snow_previous_day(d, name) AS CAST(CAST(snow_to_timestamp(d) AS DATE) - INTERVAL 1 DAY * (1 + (isodow(CAST(snow_to_timestamp(d) AS DATE)) - 2
    - list_position(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], lower(left(name, 2))) + 15) % 7) AS DATE)`,

  // Geography: its functions have types, so that queries compile, and no values.
  ...(
    [
      ['number', 'DOUBLE'],
      ['truth', 'BOOLEAN'],
      ['text', 'VARCHAR'],
      ['value', 'VARIANT'],
    ] as const
  ).map(([kind, type]) => {
    const refusal = `CASE WHEN a IS NOT NULL THEN CAST(error('the local dialect does not support geography: this query only compiles') AS ${type}) END`;
    return `snow_geo_${kind}(a) AS ${refusal}, (a, b) AS ${refusal}, (a, b, c) AS ${refusal}, (a, b, c, d) AS ${refusal}`;
  }),
  'snow_geo_aggregate(a) AS snow_geo_value(any_value(a))',

  // The AI functions answer from the recording: assay_ai(function, arguments as JSON) gives the answer as JSON.
  "snow_ai_filter(x) AS CAST(assay_ai('AI_FILTER', CAST(json_array(snow_json(x)) AS VARCHAR)) AS BOOLEAN), (x, y) AS CAST(assay_ai('AI_FILTER', CAST(json_array(snow_json(x), snow_json(y)) AS VARCHAR)) AS BOOLEAN)",
  "snow_ai_similarity(x, y) AS CAST(assay_ai('AI_SIMILARITY', CAST(json_array(snow_json(x), snow_json(y)) AS VARCHAR)) AS DOUBLE), (x, y, z) AS CAST(assay_ai('AI_SIMILARITY', CAST(json_array(snow_json(x), snow_json(y), snow_json(z)) AS VARCHAR)) AS DOUBLE)",
  ...['classify', 'sentiment', 'extract'].map((name) => {
    const ask = (list: string) =>
      `CAST(CAST(assay_ai('AI_${name.toUpperCase()}', CAST(json_array(${list}) AS VARCHAR)) AS JSON) AS VARIANT)`;
    return (
      `snow_ai_${name}(x) AS ${ask('snow_json(x)')}, (x, y) AS ${ask('snow_json(x), snow_json(y)')}, ` +
      `(x, y, z) AS ${ask('snow_json(x), snow_json(y), snow_json(z)')}`
    );
  }),
  `snow_ai_agg(x, instruction) AS json_extract_string(CAST(assay_ai('AI_AGG', CAST(json_array(list(snow_text(x) ORDER BY snow_text(x)) FILTER (WHERE x IS NOT NULL), any_value(instruction)) AS VARCHAR)) AS JSON), '$')`,
];

/** Splits at the top level: outside brackets and texts. */
function forms(definition: string): { parameters: string; body: string }[] {
  const found: { parameters: string; body: string }[] = [];
  for (let rest = definition; rest !== ''; ) {
    const [head = '', parameters = ''] = /^\s*\(([^)]*)\)\s+AS\s+/.exec(rest) ?? [];
    let depth = 0;
    let at = head.length;
    for (let inText = false; at < rest.length; at++) {
      const character = rest[at]!;
      if (character === "'") inText = !inText;
      else if (inText) continue;
      else if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth--;
      else if (character === ',' && depth === 0) break;
    }
    found.push({ parameters, body: rest.slice(head.length, at) });
    rest = rest.slice(at + 1);
  }
  return found;
}

const isTyped = (parameters: string) => /\w \w/.test(parameters);
const untyped = (parameters: string) => parameters.replace(/(\w+) \w+/g, '$1');

/**
 * A macro with forms for several types becomes a chain of macros, each with one typed form: DuckDB cannot choose among
 * several where the type is not known, as it is for NULL and inside other macros. Forms are tried in their order.
 */
function statements(definition: string): string[] {
  const name = /^\w+/.exec(definition)![0];
  const all = forms(definition.slice(name.length));
  const byCount = new Map<number, typeof all>();
  for (const form of all) {
    const count = form.parameters === '' ? 0 : form.parameters.split(',').length;
    byCount.set(count, [...(byCount.get(count) ?? []), form]);
  }
  const made: string[] = [];
  const heads = [...byCount].map(([count, some]) => {
    for (let index = some.length - 1; index > 0; index--)
      made.push(`CREATE MACRO ${name}_${count}_${index}${link(name, count, some, index)}`);
    return link(name, count, some, 0);
  });
  return [...made, `CREATE MACRO ${name}${heads.join(', ')}`];
}

function link(name: string, count: number, all: readonly { parameters: string; body: string }[], index: number): string {
  const { parameters, body } = all[index]!;
  const next = index + 1 < all.length && isTyped(parameters) ? untyped(parameters) : null;
  return `(${parameters}) AS ${body}${next === null ? '' : `, (${next}) AS ${name}_${count}_${index + 1}(${next})`}`;
}

/** Statements that define every macro. */
export const MACROS: readonly string[] = DEFINITIONS.flatMap(statements);
