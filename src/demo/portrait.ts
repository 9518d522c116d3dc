import sharp from 'sharp';
import type { Specimen } from '../idv/contract/index.js';
import { KernelErrors } from '../shared/kernel/index.js';
import type { SpecimenDto } from './demo.dto.js';

const MOST_PIXELS = 16_000_000;
const YEARS_VALID = 6;

/** The number is that of the visit: another visitor has another document. */
export async function specimenFor(userId: string, { portrait, ...wanted }: SpecimenDto): Promise<Specimen> {
  const number = `U${userId.slice(-8).toUpperCase()}`;
  const expiryDate = `${new Date().getUTCFullYear() + YEARS_VALID}-04-12`;
  return { ...wanted, number, expiryDate, portrait: await pictureOf(portrait) };
}

async function pictureOf(base64: string | undefined): Promise<Buffer> {
  if (base64 === undefined) return Buffer.from(DRAWN);
  try {
    const picture = sharp(Buffer.from(base64, 'base64'), { limitInputPixels: MOST_PIXELS });
    return await picture.rotate().jpeg({ quality: 92 }).toBuffer();
  } catch {
    throw KernelErrors.invalidArguments('portrait: no picture that can be read.');
  }
}

/** Somebody whom nobody is. For looking: a drawn face cannot do what the camera asks for. */
const DRAWN = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="620" viewBox="0 0 240 310">
<rect width="240" height="310" fill="#e6ddcf"/>
<path d="M20 310c4-62 42-82 100-82s96 20 100 82z" fill="#5c5f7d"/>
<path d="M96 190h48v46c0 12-48 12-48 0z" fill="#8b5a3f"/>
<path d="M58 140c-6-64 24-100 62-100s68 36 62 100c-4 8-8 12-12 14H70c-4-2-8-6-12-14z" fill="#3b2a22"/>
<ellipse cx="120" cy="138" rx="54" ry="70" fill="#a06a4b"/>
<path d="M66 118c6-40 30-58 54-58s48 18 54 58c-18-26-34-36-54-36s-36 10-54 36z" fill="#3b2a22"/>
<g fill="#fff"><ellipse cx="98" cy="132" rx="11" ry="6.5"/><ellipse cx="142" cy="132" rx="11" ry="6.5"/></g>
<g fill="#2b1c15"><circle cx="98" cy="132" r="5.5"/><circle cx="142" cy="132" r="5.5"/></g>
<g fill="none" stroke="#3b2a22" stroke-width="4.500" stroke-linecap="round">
<path d="M84 117c8-6 20-6 27-1"/><path d="M129 116c7-5 19-5 27 1"/></g>
<path d="M118 140l-7 26c3 4 14 4 18 0" fill="none" stroke="#7d4e36" stroke-width="3" stroke-linecap="round"/>
<path d="M100 183c12 9 28 9 40 0-6-5-12-6-20-3-8-3-14-2-20 3z" fill="#8a4340"/></svg>`;
