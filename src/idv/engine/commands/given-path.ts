import { resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** npm runs the command line in the folder of the project, and whoever calls it means a path from where they are. */
export function givenPath(path: string, env: Environment = process.env): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledFrom } = env;
  return script === 'cli' && calledFrom !== undefined ? resolve(calledFrom, path) : path;
}
