import { createHash } from 'node:crypto';
import {
  askedFiles,
  type AskedFile,
  type ChipAnswers,
  type ChipChallenge,
  type GivenFiles,
} from '@countersign/emrtd/verify';

/** The evidence of a chip reading, sufficient to verify its signatures again. All bytes are encoded in base64. */
export interface ChipBundle {
  readonly files: Readonly<Partial<Record<AskedFile, string>>>;
  /** The nonce of the challenge was derived from this random value and the session ID. */
  readonly random?: string;
  readonly nonce?: string;
  readonly answers?: { readonly active?: string; readonly chip?: string };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const bytesIn = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

export const bundleOf = (files: GivenFiles, more: Omit<ChipBundle, 'files'> = {}): Buffer =>
  Buffer.from(JSON.stringify({ files: each(files, base64), ...more } satisfies ChipBundle));

export const bundleIn = (content: Buffer): ChipBundle => JSON.parse(content.toString('utf8')) as ChipBundle;

export const filesIn = (files: ChipBundle['files']): GivenFiles => each(files, bytesIn);

/**
 * Returns the name of a file in the app's request that the service did not ask for, if any. The request is then refused
 * before any file is decoded.
 */
export const foreignFile = (files: object): string | undefined =>
  Object.keys(files).find((name) => !askedFiles.some((asked) => asked === name));

export const answersIn = ({ active, chip }: { active?: string; chip?: string }): ChipAnswers => ({
  ...(active !== undefined && { active: bytesIn(active) }),
  ...(chip !== undefined && { chip: bytesIn(chip) }),
});

/** Encodes the challenge for a chip as JSON values, as it is sent to the app. */
export const challengeIn = ({ active, chip }: ChipChallenge) => ({
  ...(active && { active: { nonce: base64(active.nonce) } }),
  ...(chip && {
    chip: {
      protocol: chip.protocol,
      ...(chip.keyId !== undefined && { keyId: chip.keyId }),
      publicKey: base64(chip.publicKey),
      command: base64(chip.command),
    },
  }),
});

const NONCE_BYTES = 8;

/** Derives the nonce from the session ID, so that a chip's response shows which verification it was for. */
export const nonceOf = (sessionId: string, random: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(sessionId).update(random).digest().subarray(0, NONCE_BYTES));

function each<From, To>(values: Readonly<Partial<Record<AskedFile, From>>>, change: (value: From) => To) {
  const made: Partial<Record<AskedFile, To>> = {};
  for (const name of askedFiles) {
    const value = values[name];
    if (value !== undefined) made[name] = change(value);
  }
  return made;
}
