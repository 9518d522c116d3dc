export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is a text, otherwise its JSON. For a missing value, this is the JSON of an empty text. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
