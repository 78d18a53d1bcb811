import type * as monaco from 'monaco-editor/editor/editor.api';

export const SQL_LANGUAGE = 'assay-sql';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Keywords of SQLite, Snowflake and DuckDB queries. */
const KEYWORDS = words(`
  ALL ALTER AND ANALYZE ANY AS ASC ASOF AT ATTACH BETWEEN BY CASE CAST COLLATE COLUMN CREATE CROSS CUBE CURRENT DEFAULT DELETE
  DESC DESCRIBE DISTINCT DROP ELSE END ESCAPE EXCEPT EXCLUDE EXISTS EXPLAIN FALSE FETCH FILTER FIRST FLATTEN FOLLOWING FOR FROM
  FULL GLOB GROUP GROUPING HAVING IGNORE ILIKE IN INDEX INNER INSERT INTERSECT INTERVAL INTO IS ISNULL JOIN LAST LATERAL LEFT
  LIKE LIMIT MATCH MATCH_RECOGNIZE MATERIALIZED MINUS NATURAL NEXT NOT NOTNULL NULL NULLS OFFSET ON ONLY OR ORDER OUTER OVER
  PARTITION PERCENT PIVOT PRAGMA PRECEDING QUALIFY RANGE RECURSIVE REGEXP REPLACE RESPECT RIGHT RLIKE ROLLUP ROW ROWS SAMPLE
  SELECT SET SETS SHOW SOME TABLE TABLESAMPLE THEN TO TRUE UNBOUNDED UNION UNIQUE UNPIVOT UPDATE USING VALUES VIEW WHEN WHERE
  WINDOW WITH WITHIN WITHOUT
`);

const TYPES = words(`
  ARRAY BIGINT BINARY BLOB BOOLEAN CHAR CHARACTER DATE DATETIME DECIMAL DOUBLE FLOAT GEOGRAPHY INT INTEGER JSON NUMBER NUMERIC
  OBJECT REAL SMALLINT STRING TEXT TIME TIMESTAMP TIMESTAMP_LTZ TIMESTAMP_NTZ TIMESTAMP_TZ TINYINT VARCHAR VARIANT
`);

/** Functions that ask a language model: AI_* and the Cortex functions of Snowflake. */
const AI_FUNCTIONS = words(`
  PROMPT COMPLETE TRY_COMPLETE CLASSIFY_TEXT EMBED_TEXT_768 EMBED_TEXT_1024 ENTITY_SENTIMENT EXTRACT_ANSWER PARSE_DOCUMENT
  SENTIMENT SUMMARIZE TRANSLATE SPLIT_TEXT_RECURSIVE_CHARACTER COUNT_TOKENS
`);

/** Colours only: nothing is decided by these tokens. */
export const SQL_TOKENS: monaco.languages.IMonarchLanguage = {
  ignoreCase: true,
  defaultToken: 'identifier',
  keywords: KEYWORDS,
  types: TYPES,
  aiFunctions: AI_FUNCTIONS,
  brackets: [
    { open: '(', close: ')', token: 'delimiter.parenthesis' },
    { open: '[', close: ']', token: 'delimiter.square' },
    { open: '{', close: '}', token: 'delimiter.curly' },
  ],
  tokenizer: {
    root: [
      [/\s+/, 'white'],
      [/--.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
      [/[xbn]?'/, 'string', '@string'],
      [/\$\$/, 'string', '@dollars'],
      [/"/, 'identifier.quote', '@quoted'],
      [/`/, 'identifier.quote', '@backticks'],
      [/0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/, 'number'],
      [/ai_\w+(?=\s*\()/, 'ai'],
      [
        /[a-z_][\w$]*(?=\s*\()/,
        { cases: { '@keywords': 'keyword', '@aiFunctions': 'ai', '@types': 'type', '@default': 'function' } },
      ],
      [
        /[a-z_\u00a0-\uffff][\w$\u00a0-\uffff]*/,
        { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'identifier' } },
      ],
      [/[()[\]{}]/, '@brackets'],
      [/[;,.]/, 'delimiter'],
      [/[<>=!%&+\-*/|~^:?@$#]+/, 'operator'],
    ],
    comment: [
      [/[^*]+/, 'comment'],
      [/\*\//, 'comment', '@pop'],
      [/\*/, 'comment'],
    ],
    string: [
      [/[^']+/, 'string'],
      [/''/, 'string'],
      [/'/, 'string', '@pop'],
    ],
    dollars: [
      [/[^$]+/, 'string'],
      [/\$\$/, 'string', '@pop'],
      [/\$/, 'string'],
    ],
    quoted: [
      [/[^"]+/, 'identifier'],
      [/""/, 'identifier'],
      [/"/, 'identifier.quote', '@pop'],
    ],
    backticks: [
      [/[^`]+/, 'identifier'],
      [/`/, 'identifier.quote', '@pop'],
    ],
  },
};

export const SQL_CONFIGURATION: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: '--', blockComment: ['/*', '*/'] },
  brackets: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ],
};
