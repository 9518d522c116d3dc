import { type Letter, letter, type LetterFacts } from '../mail/letter.js';
import { letterLanguage } from '../mail/letter.words.js';
import { CODE_DAYS } from './activation-code.js';
import { activationWords } from './activation-mail.words.js';

export interface ActivationFacts extends Omit<LetterFacts, 'language'> {
  readonly code: string;
  /** The language of the mail, as a BCP 47 tag. */
  readonly language: string;
}

export function activationMail({ code, language: tag, ...facts }: ActivationFacts): Letter {
  const language = letterLanguage(tag);
  const { subject, purpose, use, caution, unexpected } = activationWords[language];
  const after = [(enterprise: string) => use(enterprise, CODE_DAYS), caution, () => unexpected];
  return letter({ language, ...facts }, { subject, before: [purpose], code: grouped(code), after });
}

/** Writes a code in two groups, which are easier to read and type. */
export const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
