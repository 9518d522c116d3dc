import type { FieldError } from '../../../shared/kernel/index.js';
import type { Content } from '@countersign/evidence';

/** Maximum size of a notification's content, with all languages and actions, in bytes of UTF-8. */
export const MOST_CONTENT_BYTES = 64 * 1024;

/**
 * The size of the content as canonical JSON (RFC 8785). Plain JSON differs only in the order of the members, so it has
 * the same length.
 */
export const contentBytes = (content: Content): number => Buffer.byteLength(JSON.stringify(content));

/**
 * Checks the size of the content. `pointer` is the JSON Pointer to the part of the request that is reported as too
 * large.
 */
export function faultOfSize(content: Content, pointer: string): FieldError[] {
  const bytes = contentBytes(content);
  if (bytes <= MOST_CONTENT_BYTES) return [];
  const detail = `All texts and actions together must be at most ${MOST_CONTENT_BYTES} bytes of JSON; these are ${bytes}.`;
  return [{ pointer, detail }];
}
