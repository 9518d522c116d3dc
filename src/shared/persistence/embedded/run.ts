import { spawn } from 'node:child_process';
import { type Account } from './account.js';

/**
 * Nothing of our own environment goes to PostgreSQL: it holds our secrets, and `PGPORT` or `PGOPTIONS` would be obeyed.
 * LD_LIBRARY_PATH is how some systems find their libraries at all.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = { PATH: process.env['PATH'], LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] };
  return { ...kept, LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a program to its end; a failed one has its complaint as the error's message. */
export function run(program: string, args: readonly string[], cwd: string, account?: Account): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...account, cwd, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ended with ${signal ?? code ?? 'nothing'}: ${complaint.trim()}`));
    });
  });
}
