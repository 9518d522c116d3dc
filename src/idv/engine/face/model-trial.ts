import sharp from 'sharp';
import { DomainError } from '../../../shared/kernel/index.js';
import { isError } from '../../../shared/observability/index.js';
import { refusal } from './model-description.js';

const EMPTY = { create: { width: 64, height: 64, channels: 3, background: '#808080' } } as const;

export const pictureWithoutFace = (): Promise<Buffer> => sharp(EMPTY).jpeg().toBuffer();

/**
 * Tests a custom face model with a picture that shows no face. Fails with a message that says why the model cannot be
 * used.
 */
export async function tryOut(path: string | undefined, find: (picture: Buffer) => Promise<unknown>): Promise<void> {
  if (path === undefined) return;
  const picture = await pictureWithoutFace();
  await find(picture).catch((error: unknown) => {
    throw refusal(path, `whose net cannot be used: ${reasonOf(error)}`);
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return 'its thread was ended, for it took too long or too much memory';
  return isError(error) ? error.message : 'unknown';
}
