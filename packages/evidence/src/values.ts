export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is a text, otherwise a substitute. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
