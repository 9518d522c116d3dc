import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as ar from '@zxcvbn-ts/language-ar';
import * as common from '@zxcvbn-ts/language-common';
import * as de from '@zxcvbn-ts/language-de';
import * as en from '@zxcvbn-ts/language-en';
import * as es from '@zxcvbn-ts/language-es-es';

/** A password, and what an attacker may know about its user. */
export interface Choice {
  readonly password: string;
  readonly known: readonly string[];
}

const LANGUAGES = { common, en, es, de, ar };

const dictionary = Object.fromEntries(
  Object.entries(LANGUAGES).flatMap(([language, { dictionary: lists }]) =>
    Object.entries(lists).map(([kind, words]) => [`${language}/${kind}`, words]),
  ),
);

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: common.adjacencyGraphs,
  maxLength: 64,
  l33tMaxSubstitutions: 10,
});

/**
 * Rates how hard a password is to guess, from 0 to 4. It runs in a thread of its own, because it takes up to a second
 * and a lot of memory.
 */
export default function scoreOf({ password, known }: Choice): number {
  return estimator.check(password, [...known]).score;
}
