import { type Code, type Codebook, PAPER_CODEBOOK } from './codebook.ts';

type Subtype = readonly [code: string, title: string, definition: string];

const ofType = (group: string, subtypes: readonly Subtype[]): Code[] =>
  subtypes.map(([code, title, definition]) => ({
    code,
    title,
    definition,
    examples: [],
    strata: null,
    retired: false,
    group,
    replacedBy: [],
    changedIn: 1,
  }));

/**
 * The error types of NL2SQL-BUGs (arXiv 2503.11984): 9 types with 31 subtypes. Names are those of its data; definitions
 * are in our words.
 */
const NL2SQL_BUGS_CODEBOOK: Codebook = {
  version: 1,
  name: 'NL2SQL-BUGs',
  codes: [
    ...ofType('Attribute', [
      ['AT-mis', 'Attribute mismatch', 'A column is read where another is asked for.'],
      ['AT-red', 'Attribute redundancy', 'A column is returned or used that nobody asked for.'],
      ['AT-abs', 'Attribute missing', 'A column that is asked for is left out.'],
    ]),
    ...ofType('Table', [
      ['TA-mis', 'Table mismatch', 'A table is read where another is asked for.'],
      ['TA-red', 'Table redundancy', 'A table is joined that the question does not need.'],
      ['TA-abs', 'Table missing', 'A table that is needed is left out.'],
      ['TA-con', 'Join condition mismatch', 'The right tables are joined on the wrong condition.'],
      ['TA-typ', 'Join type mismatch', 'The join is of the wrong type: inner for left, and the like.'],
    ]),
    ...ofType('Value', [
      ['VA-mis', 'Value mismatch', 'A condition compares with the wrong value.'],
      ['VA-fmt', 'Data format mismatch', 'A value is written in another format or type than the data has.'],
    ]),
    ...ofType('Operator', [
      ['OP-cmp', 'Comparison operator', 'A comparison uses the wrong operator: = for <>, > for >=.'],
      ['OP-log', 'Logical operator', 'AND, OR or NOT is the wrong one, or binds the wrong parts.'],
    ]),
    ...ofType('Condition', [
      ['CO-abs', 'Explicit condition missing', 'A condition that the question names is left out.'],
      ['CO-mis', 'Explicit condition mismatch', 'A condition is wrong in more than one of column, operator and value.'],
      ['CO-red', 'Explicit condition redundancy', 'A condition stands there that the question does not name.'],
      ['CO-imp', 'Implicit condition missing', 'A condition that goes without saying is left out: IS NOT NULL, and the like.'],
    ]),
    ...ofType('Function', [
      ['FU-agg', 'Aggregate functions', 'SUM, AVG, COUNT, MIN or MAX is wrong, missing or needless.'],
      ['FU-win', 'Window functions', 'A window, its partition or its order is wrong, missing or needless.'],
      ['FU-dat', 'Date/time functions', 'A date or time is taken apart, built or compared wrongly.'],
      ['FU-cnv', 'Conversion functions', 'A CAST or its like is wrong, missing or needless.'],
      ['FU-mat', 'Math functions', 'Rounding or arithmetic is wrong, missing or needless.'],
      ['FU-str', 'String functions', 'Text is cut, joined or changed wrongly.'],
      ['FU-cnd', 'Conditional functions', 'CASE, IIF or their like choose wrongly.'],
    ]),
    ...ofType('Clause', [
      ['CL-abs', 'Clause missing', 'A clause that is needed is left out: GROUP BY, HAVING, ORDER BY, LIMIT.'],
      ['CL-red', 'Clause redundancy', 'A clause stands there that the question does not need.'],
    ]),
    ...ofType('Subquery', [
      ['SU-abs', 'Subquery missing', 'A subquery that is needed is left out.'],
      ['SU-mis', 'Subquery mismatch', 'A subquery computes something else than is needed.'],
      ['SU-prt', 'Partial query', 'The whole query is only a part of what was asked.'],
    ]),
    ...ofType('Other', [
      ['OT-asc', 'ASC/DESC', 'The order runs the wrong way.'],
      ['OT-dis', 'DISTINCT', 'DISTINCT is missing or needless.'],
      ['OT-oth', 'Other', 'Something else, up to a query that would have to be written anew.'],
    ]),
  ],
};

/** Codebooks that ship with Assay. */
export const CODEBOOK_PRESETS: readonly Codebook[] = [PAPER_CODEBOOK, NL2SQL_BUGS_CODEBOOK];
