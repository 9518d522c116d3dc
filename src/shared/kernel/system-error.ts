/**
 * The code of a system error (`ENOENT`). Checked by shape, because errors of another realm are no instances of this
 * one's Error.
 */
export const systemCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
