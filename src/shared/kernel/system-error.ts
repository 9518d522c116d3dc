/**
 * The code of a system error, such as `ENOENT`. Checked by shape and not by `instanceof`, because another realm, such
 * as a VM context, has another `Error`.
 */
export const systemCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
