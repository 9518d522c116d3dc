import { LONGEST_EVIDENCE } from '@countersign/evidence';

export interface ReadFile {
  readonly name: string;
  readonly text: string;
  /** The parsed content, if the file contains published keys. */
  readonly keys?: unknown;
  readonly problem?: 'tooLarge' | 'fileUnreadable';
}

/** Reads a file of evidence or keys. Refuses files above the size limit. */
export async function readFile(file: File): Promise<ReadFile> {
  const { name, size } = file;
  if (size > LONGEST_EVIDENCE) return { name, text: '', problem: 'tooLarge' };
  try {
    const text = await file.text();
    return { name, text, ...keysIn(text) };
  } catch {
    return { name, text: '', problem: 'fileUnreadable' };
  }
}

/** Detects a key set (RFC 7517) by its member `keys`, which evidence never has. */
function keysIn(text: string): { keys?: unknown } {
  const value = parsed(text);
  const isSet = typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
  return isSet ? { keys: value } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
