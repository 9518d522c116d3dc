/**
 * The shape of a search text. `uuid`; `hex`: 16 or 32 hexadecimal digits, as in trace ids; `address`: contains an `@`;
 * `words`: everything else.
 */
export type SoughtShape = 'uuid' | 'hex' | 'address' | 'words';

export interface SearchText {
  readonly shape: SoughtShape;
  /** The text as typed, without surrounding spaces. A UUID is converted to lower case. */
  readonly text: string;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HEX = /^(?:[\da-f]{16}|[\da-f]{32})$/i;

/** Determines the shape of a search text. The shape decides where the text is searched for. */
export function parseSearchText(typed: string): SearchText {
  const text = typed.trim();
  if (UUID.test(text)) return { shape: 'uuid', text: text.toLowerCase() };
  if (HEX.test(text)) return { shape: 'hex', text };
  return { shape: text.includes('@') ? 'address' : 'words', text };
}
