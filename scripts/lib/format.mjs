import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { fromRoot } from './root.mjs';

const style = JSON.parse(readFileSync(fromRoot('.oxfmtrc.json'), 'utf8'));
delete style.ignorePatterns;

/** The text as `npm run format` writes it. The file name determines the language. */
export async function formatted(file, text) {
  const { code, errors } = await format(file, text, style);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}
