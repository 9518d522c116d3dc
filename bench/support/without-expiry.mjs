import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const RULE = 'isExpired(document, now)';

// Loaded before the program, and once more by Node in the thread that loads modules.
if (isMainThread) register(import.meta.url);

/** Specimens are old, so that no date of expiry is looked at. Nothing else is changed. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/idv/documents/document-judgement.js')) return loaded;
  const source = Buffer.from(loaded.source).toString();
  if (!source.includes(RULE)) throw new Error(`There is no "${RULE}" in ${url}`);
  return { ...loaded, source: source.replace(RULE, 'false') };
}
