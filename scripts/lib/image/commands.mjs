import { execFileSync, spawnSync } from 'node:child_process';

export const say = (text) => console.log(text);

/** Prints a command and runs it. Returns its output, and throws if it fails. */
export function run(program, args, options = {}) {
  say(`$ ${program === process.execPath ? 'node' : program} ${args.join(' ')}`);
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

export const isThere = (program) => spawnSync('which', [program]).status === 0;

/** Resolves when a running program ends, with its exit code and its output. */
export function ended(program) {
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => program.once('close', (code) => resolve({ code, output })));
}
