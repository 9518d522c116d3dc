import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkEvidenceFile, readKeys, UnusableFile } from './files.js';
import { inWords } from './in-words.js';

const HELP = `countersign-evidence verify <file>... [--keys FILE]

Verifies the evidence of signed answers. Nothing is asked over a network.

  --keys FILE  A copy of {auth_url}/.well-known/evidence-keys.json.
               Without it: the file evidence-keys.json beside the first file.

Ends with 0 if all are valid, with 1 if one is not, and with 2 if they could not be verified.`;

export interface Output {
  log(line: string): void;
  error(line: string): void;
}

/** Runs the command with these arguments, and returns its exit code. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    const { files, keys } = asked(args);
    if (files === undefined) {
      output.log(HELP);
      return 0;
    }
    return await verify(files, keys, output);
  } catch (error) {
    if (!(error instanceof UnusableFile || error instanceof UsageError)) throw error;
    output.error(error.message);
    return 2;
  }
}

async function verify(files: readonly string[], keysFile: string, output: Output): Promise<number> {
  const keys = await readKeys(keysFile);
  let allValid = true;
  for (const [index, file] of files.entries()) {
    const report = await checkEvidenceFile(file, keys);
    if (files.length > 1) output.log(`${index > 0 ? '\n' : ''}${file}`);
    for (const line of inWords(report)) output.log(line);
    allValid &&= report.valid;
  }
  return allValid ? 0 : 1;
}

class UsageError extends Error {
  constructor(reason: string) {
    super(`${reason}.\n\n${HELP}`);
  }
}

/** The parsed arguments. Without files, the help is printed. */
function asked(args: readonly string[]): { readonly files?: readonly string[]; readonly keys: string } {
  const { values, positionals } = parsed(args);
  const [command, ...files] = positionals;
  const [first] = files;
  if (values.help) return { keys: '' };
  if (command !== 'verify') throw new UsageError(command === undefined ? 'Say what to do' : `Unknown: ${command}`);
  if (first === undefined) throw new UsageError('Name a file with evidence');
  return { files, keys: values.keys ?? join(dirname(first), 'evidence-keys.json') };
}

function parsed(args: readonly string[]) {
  try {
    const options = { keys: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
