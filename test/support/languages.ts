import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a program in this language is started, by command and arguments. What is compiled, is compiled into a folder. */
export interface Language<Arguments extends readonly unknown[]> {
  readonly name: string;
  /** Programs and files without which it cannot be tried on this machine. */
  readonly needs: readonly string[];
  readonly compile?: (folder: string) => readonly string[];
  readonly run: (folder: string, ...more: Arguments) => readonly string[];
}

export const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

const isThere = (need: string): boolean =>
  (need.includes('/') ? spawnSync('test', ['-e', need]) : spawnSync('which', [need])).status === 0;

/** Tests in each language that can be tried here. The others are skipped by name: no machine needs them all. */
export function describeLanguages<T extends Pick<Language<never>, 'name' | 'needs'>>(
  what: string,
  languages: readonly T[],
  tests: (language: T) => void,
): void {
  for (const language of languages) {
    if (language.needs.every(isThere)) describe(`${what} in ${language.name}`, () => tests(language));
    else it.skip(`${what} in ${language.name}: it is not on this machine`, () => undefined);
  }
}

/** Go compiles its own library, too: without optimizing it, and once for all tests, this takes half of the time. */
export const COMPILING = { ...process.env, GOFLAGS: "'-gcflags=all=-N -l'" };

/** Compiles what has to be compiled, without a word of complaint. */
export function compiled({ compile }: Pick<Language<never>, 'compile'>, folder: string): void {
  const [command, ...args] = compile?.(folder) ?? [];
  if (command === undefined) return;
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: COMPILING });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}
