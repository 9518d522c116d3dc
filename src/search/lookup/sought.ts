/** `uuid`; `hex`: 16 or 32 digits, as traces have them; `address`: with an `@`; `words`: all else. */
export type SoughtShape = 'uuid' | 'hex' | 'address' | 'words';

export interface Sought {
  readonly shape: SoughtShape;
  /** As it was typed, without spaces around it. A UUID is in small letters. */
  readonly text: string;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HEX = /^(?:[\da-f]{16}|[\da-f]{32})$/i;

/** The shape of what was typed decides where it is looked for. */
export function soughtIn(typed: string): Sought {
  const text = typed.trim();
  if (UUID.test(text)) return { shape: 'uuid', text: text.toLowerCase() };
  if (HEX.test(text)) return { shape: 'hex', text };
  return { shape: text.includes('@') ? 'address' : 'words', text };
}
