import { buildAll, buildStale } from './lib/build.mjs';

await (process.argv[2] === '--if-stale' ? buildStale() : buildAll());
