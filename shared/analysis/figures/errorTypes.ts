import type { ErrorTypes } from '../../model/errorTypes.ts';
import type { FigureLook, FigureSpecification, Json } from './look.ts';

export type FigureSize = { readonly width: number; readonly height: number };

/** Figure 3 of the paper has about these proportions; pixels. */
export const DEFAULT_SIZE: FigureSize = { width: 860, height: 320 };

/** Shares of the space that groups and bars leave between them. */
const GROUP_PADDING = 0.24;
const BAR_PADDING = 0.08;

/** The code on the first line of an axis label, its title on the second. */
const groupOf = ({ code, title }: { code: string; title: string }) => `${code}\n${title}`;

/**
 * Figure 3 of arXiv 2607.06229 as a Vega-Lite 6 specification: bars grouped by code, one a stratum, with Wilson
 * whiskers and the rounded percentage above; the legend carries n. A code that a stratum does not offer has the words
 * instead of a bar. Each bar's datum names `code` and `stratum`, so that a click finds its instances.
 */
export function errorTypesFigure(
  data: ErrorTypes,
  look: FigureLook,
  options: { readonly size?: FigureSize; readonly legend?: boolean } = {},
): FigureSpecification {
  const { width, height } = options.size ?? DEFAULT_SIZE;
  const seriesOf = (stratum: string) =>
    `${stratum}, n = ${data.strata.find((entry) => entry.stratum === stratum)?.labelled ?? 0}`;
  const series = data.strata.map(({ stratum }) => seriesOf(stratum));

  const bars: Json[] = [];
  const missing: Json[] = [];
  const step = width / (data.codes.length + GROUP_PADDING);
  const band = (step * (1 - GROUP_PADDING)) / Math.max(1, data.strata.length);
  let highest = 0;
  for (const { code, title, shares } of data.codes) {
    const group = groupOf({ code, title });
    const absent = shares.filter(({ share }) => share === null);
    if (absent[0]) {
      // Centred over the bands of all strata that do not offer the code.
      const shift = ((absent.length - 1) * band) / 2;
      missing.push({
        data: { values: [{ group, series: seriesOf(absent[0].stratum), text: 'not offered' }] },
        mark: { type: 'text', dx: shift, dy: -9, color: look.mutedText, fontSize: 11 },
        encoding: { y: { datum: 0, type: 'quantitative' }, text: { field: 'text' } },
      });
    }
    for (const { stratum, share } of shares) {
      if (share === null || share.n === 0) continue;
      highest = Math.max(highest, share.high * 100);
      bars.push({
        group,
        code,
        stratum,
        series: seriesOf(stratum),
        percent: share.share * 100,
        low: share.low * 100,
        high: share.high * 100,
        text: String(Math.round(share.share * 100)),
      });
    }
  }
  const top = bars.length === 0 ? 100 : Math.min(100, Math.ceil((highest + 4) / 20) * 20);

  const whisker = { y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' } };
  const cap = (field: string, colour: string, thickness: number, size: number) => ({
    mark: { type: 'tick', orient: 'horizontal', color: colour, thickness, size, opacity: 1 },
    encoding: { y: { field, type: 'quantitative' } },
  });

  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: data.caption,
    width,
    height,
    background: look.background,
    padding: 4,
    data: { values: bars },
    encoding: {
      x: {
        field: 'group',
        type: 'nominal',
        scale: { domain: data.codes.map(groupOf), padding: GROUP_PADDING },
        axis: {
          title: null,
          labelAngle: 0,
          labelExpr: "split(datum.label, '\\n')",
          labelLineHeight: 16,
          // Without a canvas Vega only guesses how wide a text is, and guesses too high.
          labelLimit: (width / Math.max(1, data.codes.length)) * 1.3,
          ticks: false,
          grid: false,
        },
      },
      xOffset: { field: 'series', type: 'nominal', scale: { domain: series, paddingInner: BAR_PADDING } },
      y: {
        type: 'quantitative',
        scale: { domain: [0, top], nice: false },
        axis: {
          title: null,
          tickCount: top / 20,
          labelExpr: `datum.value === ${top} ? datum.value + ' %' : datum.value`,
          domain: false,
        },
      },
    },
    layer: [
      {
        mark: {
          type: 'bar',
          ...(look.barStroke === null ? {} : { stroke: look.barStroke, strokeWidth: 1 }),
        },
        encoding: {
          y: { field: 'percent', type: 'quantitative' },
          fill: {
            field: 'series',
            type: 'nominal',
            scale: {
              domain: series,
              range: data.strata.map(({ stratum }) => (stratum === 'rest' ? look.grid : look.strata[stratum])),
            },
            legend: options.legend === false ? null : { title: null, orient: 'top', symbolType: 'square' },
          },
        },
      },
      { mark: { type: 'rule', color: look.halo, strokeWidth: 3.5 }, encoding: whisker },
      cap('low', look.halo, 3.5, 10),
      cap('high', look.halo, 3.5, 10),
      { mark: { type: 'rule', color: look.whisker, strokeWidth: 1.25 }, encoding: whisker },
      cap('low', look.whisker, 1.25, 8),
      cap('high', look.whisker, 1.25, 8),
      {
        mark: { type: 'text', dy: -8, color: look.text, fontSize: 12 },
        encoding: { y: { field: 'high', type: 'quantitative' }, text: { field: 'text' } },
      },
      ...missing,
    ],
    config: {
      font: look.font,
      view: { stroke: null },
      axis: {
        labelColor: look.mutedText,
        labelFontSize: 12,
        gridColor: look.grid,
        domainColor: look.axis,
        domainWidth: 1.5,
        tickColor: look.axis,
        ticks: false,
        labelPadding: 6,
      },
      axisX: { labelColor: look.text, labelPadding: 8 },
      legend: {
        labelColor: look.text,
        labelFontSize: 12,
        symbolSize: 140,
        symbolStrokeWidth: look.barStroke === null ? 0 : 1,
        ...(look.barStroke === null ? {} : { symbolStrokeColor: look.barStroke }),
      },
    },
  };
}
