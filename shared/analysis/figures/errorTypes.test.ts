import { logger, parse, View, Warn } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { expect, test } from 'vitest';
import type { ErrorTypes } from '../../model/errorTypes.ts';
import { wilson } from '../interval.ts';
import { errorTypesFigure } from './errorTypes.ts';
import { BLACK_AND_WHITE, type FigureSpecification, PRINT_LOOK } from './look.ts';

const SIZES = { S1: 30, S2: 30, S3: 25 } as const;
const DATA: ErrorTypes = {
  sample: 'main',
  annotator: 'mk',
  rule: 'multiset',
  ruleVersion: '1',
  seed: 7,
  codebookVersion: 1,
  strata: (['S1', 'S2', 'S3'] as const).map((stratum) => ({
    stratum,
    frame: 90,
    drawn: SIZES[stratum],
    labelled: SIZES[stratum],
  })),
  codes: [
    { code: 'C1', title: 'Schema grounding', counts: [11, 8, 9] },
    { code: 'C5', title: 'Annotation issue', counts: [7, null, null] },
  ].map(({ code, title, counts }) => ({
    code,
    title,
    shares: (['S1', 'S2', 'S3'] as const).map((stratum, i) => ({
      stratum,
      share: counts[i] == null ? null : wilson(counts[i], SIZES[stratum]),
      instanceIds: [],
    })),
  })),
  checks: [],
  caption: 'Shares & counts',
};

async function draw(specification: FigureSpecification): Promise<{ svg: string; warnings: string[] }> {
  const warnings: string[] = [];
  const log = logger(Warn);
  log.warn = (...texts: readonly unknown[]) => {
    warnings.push(texts.join(' '));
    return log;
  };
  const compiled = compile(specification as unknown as TopLevelSpec, { logger: log });
  const view = new View(parse(compiled.spec), { renderer: 'none', logger: log });
  return { svg: await view.toSVG(), warnings };
}
const textsIn = (svg: string) => [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]+)</g)].map((match) => match[1]);

test('the figure draws without a warning, with every value, n, and what is not offered', async () => {
  const { svg, warnings } = await draw(errorTypesFigure(DATA, PRINT_LOOK));
  expect(warnings).toEqual([]);
  expect(textsIn(svg)).toEqual(
    expect.arrayContaining([
      '37',
      '27',
      '36',
      '23',
      'not offered',
      'S1, n = 30',
      'S2, n = 30',
      'S3, n = 25',
      'C5',
      'Annotation issue',
    ]),
  );
  expect(svg.match(/aria-roledescription="bar"/g)).toHaveLength(4);
});

test('a bar is as high as its share and its whisker as long as its interval', async () => {
  const { svg } = await draw(errorTypesFigure(DATA, PRINT_LOOK, { size: { width: 400, height: 300 } }));
  // The axis ends at 60 %, so a percent is 5 pixels high.
  expect(svg).toContain('60 %');
  const heights = [...svg.matchAll(/aria-roledescription="bar" d="M[\d.]+,[\d.]+h[\d.]+v([\d.]+)/g)].map((match) =>
    Number(match[1]),
  );
  expect(heights[0]).toBeCloseTo((1100 / 30) * 5, 2);
});

test('the grey copy has no hue', async () => {
  const { svg } = await draw(errorTypesFigure(DATA, { ...PRINT_LOOK, ...BLACK_AND_WHITE }));
  const fills = [...svg.matchAll(/aria-roledescription="bar"[^>]*fill="(#[0-9a-f]{6})"/g)].map((match) => match[1]!);
  expect(new Set(fills).size).toBe(3);
  for (const fill of fills) expect(fill.slice(1, 3)).toBe(fill.slice(5, 7));
});

test('without a label there are axes and no bars', async () => {
  const empty = {
    ...DATA,
    strata: DATA.strata.map((entry) => ({ ...entry, labelled: 0 })),
    codes: DATA.codes.map((code) => ({ ...code, shares: code.shares.map((entry) => ({ ...entry, share: wilson(0, 0) })) })),
  };
  const { svg, warnings } = await draw(errorTypesFigure(empty, PRINT_LOOK));
  expect(warnings).toEqual([]);
  expect(svg).not.toContain('aria-roledescription="bar"');
  expect(textsIn(svg)).toContain('100 %');
});
