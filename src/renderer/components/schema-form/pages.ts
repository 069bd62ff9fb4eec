/** RJSF takes seconds to open thousands of fields at once, so above `MOST` only one page of them is mounted. */
const MOST = 100;
export const PAGE = 50;

export const pagesOf = (fields: number): number => (fields <= MOST ? 1 : Math.ceil(fields / PAGE));

/** The page that holds the field an error names (`a.b` names field `a`); the first if there is none. */
export const pageOf = (fields: readonly { readonly name: string }[], error: string): number => {
  if (pagesOf(fields.length) === 1) return 0;
  const exact = fields.findIndex((field) => field.name === error);
  const index = exact === -1 ? fields.findIndex((field) => error.startsWith(`${field.name}.`)) : exact;
  return index === -1 ? 0 : Math.floor(index / PAGE);
};
