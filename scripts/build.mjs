import { buildAll, buildStale } from './lib/build.mjs';

const [mode, ...except] = process.argv.slice(2);
await (mode === '--if-stale' ? buildStale(except) : buildAll());
