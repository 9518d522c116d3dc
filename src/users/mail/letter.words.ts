/** The texts that all mails to users share. Every sentence must be grammatical for any name and gender. */
export interface LetterWords {
  readonly direction: 'ltr' | 'rtl';
  readonly greeting: (name: string | undefined) => string;
  readonly sender: (brand: string) => string;
  readonly senderFor: (brand: string, enterprise: string) => string;
}

const en: LetterWords = {
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  sender: (brand) => `Sent by ${brand}.`,
  senderFor: (brand, enterprise) => `Sent by ${brand} on behalf of ${enterprise}.`,
};

const es: LetterWords = {
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
  sender: (brand) => `Enviado por ${brand}.`,
  senderFor: (brand, enterprise) => `Enviado por ${brand} en nombre de ${enterprise}.`,
};

const de: LetterWords = {
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Guten Tag!' : `Guten Tag ${name}!`),
  sender: (brand) => `Gesendet von ${brand}.`,
  senderFor: (brand, enterprise) => `Gesendet von ${brand} im Auftrag von ${enterprise}.`,
};

const ar: LetterWords = {
  direction: 'rtl',
  greeting: (name) => (name === undefined ? 'مرحبًا،' : `مرحبًا ${name}،`),
  sender: (brand) => `أُرسلت هذه الرسالة من ${brand}.`,
  senderFor: (brand, enterprise) => `أُرسلت هذه الرسالة عبر ${brand} نيابةً عن ${enterprise}.`,
};

export const letterWords = { en, es, de, ar };
export type LetterLanguage = keyof typeof letterWords;

/** Returns the language of a mail from the language part of a BCP 47 tag. Falls back to English. */
export function letterLanguage(tag: string): LetterLanguage {
  const [language = ''] = tag.toLowerCase().split('-');
  return language in letterWords ? (language as LetterLanguage) : 'en';
}
