import 'reflect-metadata';
import { run } from './lifecycle/run.js';

process.exit(await run(process.env));
