import type { FieldError } from '../../../shared/kernel/index.js';
import type { Content } from '@countersign/evidence';

/** The largest content of a notification, with all languages and actions, in bytes of UTF-8. */
export const MOST_CONTENT_BYTES = 64 * 1024;

/**
 * The size of the content as canonical JSON (RFC 8785). Canonical JSON only orders the members differently, so the
 * length is the same.
 */
export const contentBytes = (content: Content): number => Buffer.byteLength(JSON.stringify(content));

/** `pointer` names the part of the request that is too large. */
export function faultOfSize(content: Content, pointer: string): FieldError[] {
  const bytes = contentBytes(content);
  if (bytes <= MOST_CONTENT_BYTES) return [];
  const detail = `All texts and actions together must be at most ${MOST_CONTENT_BYTES} bytes of JSON; these are ${bytes}.`;
  return [{ pointer, detail }];
}
