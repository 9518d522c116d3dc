/** The code of a system error (`ENOENT`). Asked by shape: not every realm's errors are instances of this one's Error. */
export const systemCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
