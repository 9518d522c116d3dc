import { prepare } from './lib/prepare.mjs';

await prepare();
await import('../dist/src/cli/main.js');
