import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fromRoot } from '../root.mjs';

const run = promisify(execFile);

/**
 * The day of the last change of each page, by its path below `docs`. Undefined for every page if git is missing, as in
 * a container image.
 */
export async function lastChanges() {
  const changes = new Map();
  const args = ['log', '--format=@%cs', '--name-only', '--no-renames', '--', 'docs'];
  const { stdout } = await run('git', args, { cwd: fromRoot(), maxBuffer: 50_000_000 }).catch(() => ({ stdout: '' }));
  let day;
  for (const line of stdout.split('\n')) {
    if (line.startsWith('@')) day = line.slice(1);
    else if (line.endsWith('.md') && !changes.has(line)) changes.set(line, day);
  }
  return (path) => changes.get(`docs/${path}`);
}
