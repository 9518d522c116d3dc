import { prepare } from './lib/prepare.mjs';
import { shareWithLan } from './lib/lan.mjs';

shareWithLan(process.argv.slice(2), process.env);
await prepare();
await import('../dist/program/main.js');
