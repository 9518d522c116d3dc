import { readFileSync } from 'node:fs';

const picture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)));

/** Pictures of a drawn face that shows no real person. For tests only: they are not part of the build. */
export const pictures = { jpeg: picture('portrait.jpg'), jpeg2000: picture('portrait.jp2') };
