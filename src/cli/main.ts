import 'reflect-metadata';
import { heedConsole } from '../lifecycle/heed-console.js';
import { logToStandardError } from './log-to-standard-error.js';

// Before the commands are loaded: what they are made of may have something to say.
logToStandardError();
heedConsole();
const { runCommandLine } = await import('./run-command-line.js');
process.exit(await runCommandLine(process.argv.slice(2), process.env));
