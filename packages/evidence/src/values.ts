export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that should be a text, as one. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
