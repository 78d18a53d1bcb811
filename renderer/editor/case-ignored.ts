/** The scheme of the addresses of texts whose diff leaves letter case out: they are all that Monaco's worker is told of them. */
export const CASE_IGNORED = 'case-ignored';
