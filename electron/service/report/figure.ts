import fs from 'node:fs';
import path from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { FigureSpecification } from '#shared/analysis/figures/look.ts';

/** Pixels of a PNG for one of the figure: enough for print at 300 dpi. */
const PNG_SCALE = 3;

/** Draws a Vega-Lite specification as SVG text, without a browser. */
export async function drawFigure(specification: FigureSpecification): Promise<string> {
  const { spec } = compile(specification as unknown as TopLevelSpec);
  const view = new View(parse(spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/**
 * A picture of an SVG, with our own fonts, so that it is the same on every machine. It is drawn in a thread: it takes long
 * enough for a label to wait.
 */
export async function rasterize(svg: string, fonts: string): Promise<Uint8Array> {
  const fontFiles = fs
    .readdirSync(fonts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => path.join(fonts, name));
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: PNG_SCALE },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  return picture.asPng();
}
