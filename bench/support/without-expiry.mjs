import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const RULE = 'isExpired(document, now)';

/**
 * Registers this module as a hook that changes loaded modules. Node then loads it again in a separate thread for hooks,
 * where it must not be registered again.
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
