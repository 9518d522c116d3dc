import { readFileSync, statSync } from 'node:fs';

const REFERENCE = /\$\$\{|\$\{([^{}]*)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const FILE = 'file:';
const MOST_BYTES = 65_536;

type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when a reference in a configuration file cannot be resolved. The message is for the author of the file. */
export class BadReference extends Error {}

/**
 * Replaces `${NAME}` with an environment variable and `${file:/path}` with the content of a file. `$${` is an escaped
 * `${`.
 */
export const filledIn = (text: string, environment: Environment): string =>
  text.replace(REFERENCE, (whole, name: string | undefined) =>
    name === undefined ? '${' : valueOf(name, environment),
  );

function valueOf(name: string, environment: Environment): string {
  if (name.startsWith(FILE)) return contentOf(name.slice(FILE.length));
  if (!VARIABLE.test(name)) {
    throw new BadReference(
      'Write ${NAME} for an environment variable, ${file:/path} for a file, and $${ for the text ${.',
    );
  }
  const value = environment[name];
  if (value === undefined) throw new BadReference(`The environment variable ${name} is not set.`);
  return value;
}

/** Returns the content of a file without the final line break, which editors add. */
function contentOf(path: string): string {
  try {
    if (statSync(path).size <= MOST_BYTES) return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new BadReference(`The file ${path} cannot be read.`);
  }
  throw new BadReference(`The file ${path} is larger than ${MOST_BYTES} bytes.`);
}
