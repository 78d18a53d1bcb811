/** The quantile of measured milliseconds by nearest rank (the least value that a share `q` does not exceed), rounded for reading. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.max(0, Math.ceil(q * sorted.length) - 1);
  return Math.round((sorted[at] ?? Number.NaN) * 10) / 10;
}

/** One line of the report: what, the figure, and the aim it is held against. */
export const line = (what: string, figure: string, aim = ''): void =>
  console.log(`${what.padEnd(58)} ${figure}${aim === '' ? '' : `   (aim: ${aim})`}`);

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
