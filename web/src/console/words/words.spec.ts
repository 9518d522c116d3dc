/** @jest-environment jsdom */
import { powers } from '../../../../src/operators/roles/power-table.js';
import * as ar from './ar.js';
import * as de from './de.js';
import { en } from './en.js';
import * as es from './es.js';
import { wantedLanguage } from './languages.js';

/** Other languages may have more texts here: many codes need no text in English, because they are English words. */
const MAY_HAVE_MORE = /^(?:codes|auditKinds|settings\.table\.rights)\./;

/** Each text with its path. Functions are called with 11 to 14, so that their arguments can be found in the text. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const fill = value as (...gaps: unknown[]) => string;
    return [[path, fill('11', '12', '13', '14')]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, path === '' ? name : `${path}.${name}`));
}

const gapsIn = (text: string) => [...new Set(text.match(/1[1-4]|\{\{?\w+\}?\}/g))].sort();

describe.each(Object.entries({ de: de.words, es: es.words, ar: ar.words }))(
  'The words of the console in %s',
  (_tag, words) => {
    const translated = new Map(textsIn(words));

    it('are complete, and have the gaps of the English ones', () => {
      const wrong = textsIn(en)
        .map(([path, text]) => [path, gapsIn(text), gapsIn(translated.get(path) ?? 'missing')] as const)
        .filter(([path, gaps, others]) => !translated.has(path) || gaps.join() !== others.join());
      expect(wrong).toEqual([]);
    });

    it('have no empty text where English has one, and no text that English lacks', () => {
      const english = new Map(textsIn(en));
      expect([...translated].filter(([path, text]) => text.trim() === '' && english.get(path) !== '')).toEqual([]);
      expect([...translated.keys()].filter((path) => !english.has(path) && !MAY_HAVE_MORE.test(path))).toEqual([]);
    });
  },
);

it('Each call that needs a second operator has words for that operator', () => {
  const { calls } = en.fourEyes;
  const byStatus = 'PUT /v1/users/:userId/status';
  const wordless = powers.filter(({ route, second }) => second && route !== byStatus && !(route in calls));
  expect(wordless.map(({ route }) => route)).toEqual([]);
  expect(Object.keys(calls)).toEqual(expect.arrayContaining(['RESET', 'DELETED']));
});

it('Entries about a person have words in each language that is not English', () => {
  const kinds = ({ auditKinds }: { auditKinds: object }) => Object.keys(auditKinds).sort();
  expect(kinds(de.words)).toContain('notifications.notification-closed');
  expect([kinds(es.words), kinds(ar.words)]).toEqual([kinds(de.words), kinds(de.words)]);
});

describe('The language of the console', () => {
  const browserSpeaks = (...tags: string[]) =>
    Object.defineProperty(navigator, 'languages', { configurable: true, value: tags });
  afterEach(() => localStorage.clear());

  it('is the first one of the browser that there is, else English', () => {
    browserSpeaks('fr-FR', 'de-AT', 'ar');
    expect(wantedLanguage().tag).toBe('de');
    browserSpeaks('fr-FR');
    expect(wantedLanguage().tag).toBe('en');
  });

  it('is the one that the operator has chosen, before that of the browser', () => {
    browserSpeaks('de');
    localStorage.setItem('console-language', 'ar');
    expect(wantedLanguage()).toMatchObject({ tag: 'ar', direction: 'rtl' });
    localStorage.setItem('console-language', 'no-such-language');
    expect(wantedLanguage().tag).toBe('de');
  });
});
