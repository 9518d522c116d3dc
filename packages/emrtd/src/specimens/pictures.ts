import { readFileSync } from 'node:fs';

const picture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)));

/** A drawn face, nobody's. For tests: a built service has no such file. */
export const pictures = { jpeg: picture('portrait.jpg'), jpeg2000: picture('portrait.jp2') };
