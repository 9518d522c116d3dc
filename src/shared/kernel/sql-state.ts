/** The SQLSTATE of an error, wherever the driver or the ORM has put it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? sqlState(error.driverError) : undefined;
}
