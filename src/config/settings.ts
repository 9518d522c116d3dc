import { readFileSync } from 'node:fs';

/** One setting: its environment variable, its description, and the parser of its value. */
export interface Setting<T> {
  readonly name: string;
  readonly summary: string;
  /** The default value, as text that `parse` accepts. `undefined` if there is none. */
  readonly fallback: string | undefined;
  /** Describes the accepted values, for the documentation. */
  readonly takes: string;
  /**
   * Whether the value is secret. A secret is never shown, and may also be read from the file that `<NAME>_FILE` names.
   */
  readonly secret: boolean;
  readonly parse: (text: string) => T;
}

/**
 * Thrown if the text is not a valid value of the setting. The message begins with a verb, because `readSettings` puts
 * the setting's name before it.
 */
export class BadValue extends Error {}

type Options = { readonly secret?: boolean };

export function setting<T>(takes: string, parse: (text: string) => T) {
  function declare(name: string, fallback: string, summary: string, options?: Options): Setting<T>;
  function declare(name: string, fallback: undefined, summary: string, options?: Options): Setting<T | undefined>;
  function declare(name: string, fallback: string | undefined, summary: string, { secret = false }: Options = {}) {
    return { name, fallback, summary, takes, secret, parse };
  }
  return declare;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Thrown if some settings are invalid. `sentences` has one sentence for each fault, so that the operator can correct
 * all of them at once.
 */
export class ConfigError extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** Reads all settings. If any are invalid, throws one `ConfigError` with all the faults. */
export function readSettings<S extends Settings>(settings: S, env: Environment): ValuesOf<S> {
  const wrong: string[] = [];
  const values = Object.entries(settings).map(([key, declared]) => {
    try {
      const raw = rawValue(declared, env) ?? declared.fallback;
      return [key, raw === undefined ? undefined : declared.parse(raw)] as const;
    } catch (error) {
      wrong.push(`${declared.name} ${error instanceof Error ? error.message : 'cannot be read'}.`);
      return [key, undefined] as const;
    }
  });
  if (wrong.length > 0) throw new ConfigError(wrong);
  return Object.fromEntries(values) as ValuesOf<S>;
}

/** An empty variable counts as unset, because Compose files and shells often leave out a value this way. */
function rawValue({ name, secret }: Setting<unknown>, env: Environment): string | undefined {
  const direct = env[name];
  if (direct) return direct;
  const file = secret ? env[`${name}_FILE`] : undefined;
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new BadValue(`cannot be read from the file that ${name}_FILE names`);
  }
}
