import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { errorTypesFigure } from '#shared/analysis/figures/errorTypes.ts';
import { BLACK_AND_WHITE, type FigureLook, type FigureSpecification, PRINT_LOOK } from '#shared/analysis/figures/look.ts';
import type { ErrorTypes } from '#shared/contract/report.ts';

/** The grey copy, as it prints; the page has Inter under its name as a variable font. */
export const GREY_LOOK: FigureLook = { ...PRINT_LOOK, ...BLACK_AND_WHITE, font: `"Inter Variable", ${PRINT_LOOK.font}` };

/** Pixels of a PNG for one of the figure, as in the files that the service writes. */
const PNG_SCALE = 3;

/**
 * A figure that is ready to run, in `container` or nowhere. Without `ast` and the interpreter Vega would compile its
 * expressions, which the page's policy forbids.
 */
export function figureView(specification: FigureSpecification, container: HTMLElement | null): View {
  const { spec } = compile(specification as unknown as TopLevelSpec);
  return new View(parse(spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: container ? 'svg' : 'none',
    ...(container ? { container } : {}),
    hover: false,
  });
}

/** The grey copy of the error types as a file; the service writes the coloured one. */
export async function greyFile(data: ErrorTypes, format: 'svg' | 'png'): Promise<Uint8Array<ArrayBuffer>> {
  const view = figureView(errorTypesFigure(data, GREY_LOOK), null);
  try {
    if (format === 'svg') return new TextEncoder().encode(await view.toSVG());
    const canvas = await view.toCanvas(PNG_SCALE);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('The figure could not be drawn as PNG.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    view.finalize();
  }
}
