import { build, buildGuideOnly, buildIfStale } from './lib/build.mjs';

const [how] = process.argv.slice(2);
await ({ '--if-stale': buildIfStale, '--guide': buildGuideOnly }[how] ?? build)();
