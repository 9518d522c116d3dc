import { readFileSync } from 'node:fs';

/** One setting: where it is read, what it means, and how its text becomes a value. */
export interface Setting<T> {
  readonly name: string;
  readonly summary: string;
  /** The default, as an operator would write it. `undefined`: there is none. */
  readonly fallback: string | undefined;
  /** What the documents say of the values it takes. */
  readonly takes: string;
  /** A secret may also come from the file that `<NAME>_FILE` names, and is never shown. */
  readonly secret: boolean;
  readonly parse: (text: string) => T;
}

/** Why a text is not a value. Only the reason: the name of the setting is put before it. */
export class BadValue extends Error {}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

type Options = { readonly secret?: boolean };

export function setting<T>(takes: string, parse: (text: string) => T) {
  function declare(name: string, fallback: string, summary: string, options?: Options): Setting<T>;
  function declare(name: string, fallback: undefined, summary: string, options?: Options): Setting<T | undefined>;
  function declare(name: string, fallback: string | undefined, summary: string, { secret = false }: Options = {}) {
    return { name, fallback, summary, takes, secret, parse };
  }
  return declare;
}

export const text = setting('text', (value) => value);

export const flag = setting('true or false', (value) => {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new BadValue('must be true or false');
});

export const whole = (min: number, max: number, unit = '') =>
  setting(`a whole number from ${min} to ${max}${unit && ` (${unit})`}`, (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new BadValue(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  });

export const port = whole(0, 65_535);

export const oneOf = <const T extends string>(...choices: readonly T[]) =>
  setting(choices.join(', '), (value): T => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new BadValue(`must be one of ${choices.join(', ')}`);
    return found;
  });

export const someOf = <const T extends string>(...choices: readonly T[]) =>
  setting(`a comma-separated list of ${choices.join(', ')}`, (value): T[] => {
    const names = listed(value);
    const unknown = names.find((name) => !choices.some((choice) => choice === name));
    if (unknown !== undefined) throw new BadValue(`does not know "${unknown}"; it takes ${choices.join(', ')}`);
    if (names.length === 0) throw new BadValue('must name at least one');
    return choices.filter((choice) => names.includes(choice));
  });

export const list = setting('a comma-separated list', listed);

/** A public base URL: an origin, without path or trailing slash, since paths are appended to it. */
export const origin = setting('an http(s) origin', (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== value.replace(/\/$/, '')) {
    throw new BadValue('must be an origin such as https://id.example.com, without a path');
  }
  return url.origin;
});

/** A server to connect to. Declare it secret: it may hold a password. */
export const serverUrl = (...schemes: readonly [string, ...string[]]) =>
  setting(`a URL of ${schemes.join(' or ')}`, (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const known = schemes.some((scheme) => url?.protocol === `${scheme}:`);
    if (!url?.hostname || !known || url.pathname.length > 1 || url.search || url.hash || !decodes(value)) {
      throw new BadValue(
        `must be such as ${schemes[0]}://user:password@host:port, with special characters as %40 for @`,
      );
    }
    return url;
  });

function decodes(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Whom a message is from. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const MAILBOX = /^(?:(?<name>[^<>"]*)<(?<named>[^\s<>@"]+@[^\s<>@"]+)>|(?<bare>[^\s<>@"]+@[^\s<>@"]+))$/;

export const mailbox = setting('an e-mail address, with or without a name', (value): Mailbox => {
  const { name = '', named, bare } = MAILBOX.exec(value)?.groups ?? {};
  const address = named ?? bare;
  if (address === undefined) throw new BadValue('must be an address, such as Countersign <no-reply@example.com>');
  return { name: name.trim(), address };
});

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every sentence that an operator must read before the next try. */
export class ConfigError extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** Reads all settings, and collects what is wrong with each rather than stopping at the first. */
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

/** An empty variable counts as not given: that is how compose files and shells leave one out. */
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
