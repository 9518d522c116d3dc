import { createReadStream } from 'node:fs';
import { checkEvidence, type EvidenceReport, LONGEST_EVIDENCE } from './evidence-check.js';
import type { ProblemCode } from './evidence-problems.js';
import { nodeCrypto } from './node-crypto.js';

/** Thrown for a file that cannot be read or contains no keys. The message names the file, and is for people. */
export class UnusableFile extends Error {
  constructor(
    readonly file: string,
    reason: string,
  ) {
    super(`${file}: ${reason}`);
    this.name = 'UnusableFile';
  }
}

/** Verifies evidence in a file. At most one byte more than the maximum size is read. */
export async function checkEvidenceFile(file: string, keys: unknown): Promise<EvidenceReport> {
  const bytes = await startOf(file);
  if (bytes.length > LONGEST_EVIDENCE) return refused('tooLarge');
  const text = textOf(bytes);
  return text === undefined ? refused('notJson') : checkEvidence(text, keys, nodeCrypto);
}

const refused = (code: ProblemCode): EvidenceReport => ({ valid: false, problems: [{ code }] });

const NO_KEYS = 'it is no list of published keys, as {auth_url}/.well-known/evidence-keys.json has it';

/** Reads a copy of `evidence-keys.json`. */
export async function readKeys(file: string): Promise<{ readonly keys: readonly unknown[] }> {
  const bytes = await startOf(file);
  if (bytes.length > LONGEST_EVIDENCE) throw new UnusableFile(file, 'it is larger than 2 MiB');
  const published = parsed(textOf(bytes));
  if (!hasKeys(published)) throw new UnusableFile(file, NO_KEYS);
  return published;
}

const hasKeys = (value: unknown): value is { readonly keys: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * Decodes UTF-8. Undefined if the bytes are not UTF-8: replacing invalid bytes could make a forged file look genuine.
 */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

/** Reads up to one byte more than the maximum size, which is enough to detect a larger file. */
async function startOf(file: string): Promise<Uint8Array> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of createReadStream(file, { end: LONGEST_EVIDENCE })) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new UnusableFile(file, REASONS[code] ?? `it cannot be read (${code})`);
  }
}
