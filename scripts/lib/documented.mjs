import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

/** The code blocks of one language on a page of our documentation, with its example values replaced by real ones. */
export function documented(page, language, values) {
  const blocks = [...readFileSync(fromRoot(`docs/${page}`), 'utf8').matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)];
  const found = blocks.filter(([, marked]) => marked === language).map(([, , text]) => text);
  const missing = Object.keys(values).find((example) => !found.some((text) => text.includes(example)));
  if (missing !== undefined) throw new Error(`${page} does not say ${missing} any more in its ${language}`);
  return found.map((text) =>
    Object.entries(values).reduce((done, [example, value]) => done.replaceAll(example, value), text),
  );
}
