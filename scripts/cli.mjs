import { prepare } from './lib/prepare.mjs';

await prepare();
await import('../dist/program/cli.js');
