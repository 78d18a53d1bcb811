/** A count and its noun, for texts that shared code and the service write: `1 row`, `4,120 rows`. */
export const counted = (value: number, singular: string, plural = `${singular}s`): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? singular : plural}`;
