import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

/** The phrases of docs/style-phrases.json, with the words that replace them. */
const PHRASES = JSON.parse(readFileSync(fromRoot('docs/style-phrases.json'), 'utf8')).map(({ phrase, use }) => ({
  pattern: new RegExp(phrase, 'gmu'),
  use,
}));

/** Finds phrases that docs/style.md asks to avoid, one message each. `place` names the text in the messages. */
export function styleFaults(place, text) {
  return PHRASES.flatMap(({ pattern, use }) =>
    [...text.matchAll(pattern)].map(([found]) => `${place}: "${found.trim()}". Write: ${use} (docs/style.md).`),
  );
}
