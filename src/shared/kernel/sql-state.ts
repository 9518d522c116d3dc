/** The SQLSTATE of an error, from whichever property the driver or the ORM uses. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? sqlState(error.driverError) : undefined;
}
