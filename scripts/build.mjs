import { build, buildIfStale } from './lib/build.mjs';

await (process.argv.includes('--if-stale') ? buildIfStale() : build());
