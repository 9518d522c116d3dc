#!/usr/bin/env node
import console from 'node:console';
import process from 'node:process';
import { run } from '../dist/esm/command.js';

process.exitCode = await run(process.argv.slice(2), console);
