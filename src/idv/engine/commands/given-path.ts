import { resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolves a path of the caller. npm runs the command line in the folder of the project, but the path is relative to
 * the caller's folder.
 */
export function givenPath(path: string, env: Environment = process.env): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledFrom } = env;
  return script === 'cli' && calledFrom !== undefined ? resolve(calledFrom, path) : path;
}
