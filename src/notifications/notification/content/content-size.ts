import type { FieldError } from '../../../shared/kernel/index.js';
import type { Content } from '@countersign/evidence';

/** The largest question as a whole: all languages and actions together, in UTF-8. */
export const MOST_CONTENT_BYTES = 64 * 1024;

/** Bytes of the canonical form, which has the same members in another order. */
export const contentBytes = (content: Content): number => Buffer.byteLength(JSON.stringify(content));

/** `pointer` names the part of the request that has to become smaller. */
export function faultOfSize(content: Content, pointer: string): FieldError[] {
  const bytes = contentBytes(content);
  if (bytes <= MOST_CONTENT_BYTES) return [];
  const detail = `All texts and actions together must be at most ${MOST_CONTENT_BYTES} bytes of JSON; these are ${bytes}.`;
  return [{ pointer, detail }];
}
