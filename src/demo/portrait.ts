import sharp from 'sharp';
import type { Specimen } from '../idv/contract/index.js';
import { KernelErrors } from '../shared/kernel/index.js';
import type { SpecimenDto } from './demo.dto.js';

const MOST_PIXELS = 16_000_000;
const YEARS_VALID = 6;

/**
 * Describes a specimen document with the visitor's picture. The document number is derived from the visitor's user id,
 * so that no two visitors have the same document.
 */
export async function specimenFor(userId: string, { portrait, ...wanted }: SpecimenDto): Promise<Specimen> {
  const number = `U${userId.slice(-8).toUpperCase()}`;
  const expiryDate = `${new Date().getUTCFullYear() + YEARS_VALID}-04-12`;
  return { ...wanted, number, expiryDate, portrait: await pictureOf(portrait) };
}

async function pictureOf(base64: string): Promise<Buffer> {
  try {
    const picture = sharp(Buffer.from(base64, 'base64'), { limitInputPixels: MOST_PIXELS });
    return await picture.rotate().jpeg({ quality: 92 }).toBuffer();
  } catch {
    throw KernelErrors.invalidArguments('portrait: no picture that can be read.');
  }
}
