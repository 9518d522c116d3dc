import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const RULE = 'isExpired(document, now)';

/**
 * This module is loaded twice: before the program, and by Node again in the thread that loads modules. Only the first
 * registers it.
 */
if (isMainThread) register(import.meta.url);

/** Removes the check of expiry dates from the loaded source, because specimens are old. Nothing else is changed. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/idv/documents/document-judgement.js')) return loaded;
  const source = Buffer.from(loaded.source).toString();
  if (!source.includes(RULE)) throw new Error(`There is no "${RULE}" in ${url}`);
  return { ...loaded, source: source.replace(RULE, 'false') };
}
