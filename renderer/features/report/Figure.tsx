import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorTypesFigure } from '#shared/analysis/figures/errorTypes.ts';
import type { FigureLook } from '#shared/analysis/figures/look.ts';
import type { ErrorTypes } from '#shared/contract/report.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import { useThemeChanges } from '../../ui/index.ts';
import { figureView, GREY_LOOK } from './draw.ts';

export type FigureColours = 'colour' | 'black and white';

/** Px that the value axis and the paddings take beside the plot. */
const MARGIN_X = 56;
const MARGIN_Y = 62;

/** The theme's colours for a figure; black and white is shown as it prints, whatever the theme. */
function lookOf(colours: FigureColours): FigureLook {
  if (colours === 'black and white') return GREY_LOOK;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: null,
    text: token('--text'),
    mutedText: token('--text-2'),
    grid: token('--line'),
    axis: token('--ctl-line'),
    whisker: token('--text'),
    halo: token('--surface'),
    strata: { S1: token('--s1'), S2: token('--s2'), S3: token('--s3') },
    barStroke: null,
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** The paper's Figure 3 on the screen. A click on a bar opens its instances; the table below offers the same by keyboard. */
export function ErrorTypesFigure({
  data,
  colours,
  onBar,
}: {
  data: ErrorTypes;
  colours: FigureColours;
  onBar: (code: string, stratum: Stratum) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const theme = useThemeChanges();
  const press = useRef(onBar);
  press.current = onBar;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    void theme;
    if (!place.current || size === null || size.width < MARGIN_X * 2) return;
    const specification = errorTypesFigure(data, lookOf(colours), {
      size: { width: Math.min(960, size.width - MARGIN_X), height: Math.max(140, size.height - MARGIN_Y) },
      legend: false,
    });
    const view = figureView(specification, place.current);
    view.addEventListener('click', (_event, item) => {
      const bar = item?.datum as { code?: string; stratum?: Stratum } | undefined;
      if (bar?.code && bar.stratum) press.current(bar.code, bar.stratum);
    });
    void view.runAsync();
    return () => void view.finalize();
  }, [data, colours, size, theme]);

  return (
    <div ref={frame} className="rep-figure">
      <div ref={place} className="rep-figure-place" />
    </div>
  );
}
