import { asTyped } from './activation-code.js';
import { activationMail } from './activation-mail.words.js';

const facts = {
  code: 'K7QH29XM4T',
  language: 'en',
  firstName: 'Jane',
  enterprise: 'Bank <A> & Co',
  brand: 'Countersign',
};
const written = (changes: Partial<typeof facts> = {}) => activationMail({ ...facts, ...changes });

describe('The activation mail', () => {
  it.each([
    ['en', 'Your activation code for', 'ltr'],
    ['es', 'Su código de activación', 'ltr'],
    ['de', 'Ihr Aktivierungscode', 'ltr'],
    ['ar', 'رمز التفعيل', 'rtl'],
  ])('speaks %s', (language, subject, direction) => {
    const mail = written({ language });
    expect(mail.language).toBe(language);
    expect(mail.subject).toContain(subject);
    expect(mail.html).toContain(`<html lang="${language}" dir="${direction}">`);
    for (const body of [mail.text, mail.html]) expect(body).toContain('K7QH2-9XM4T');
    expect(mail.text).toContain('Bank <A> & Co');
    expect(mail.text).toContain('Countersign');
    expect(mail.text).toContain('7');
  });

  it('goes by the language of a tag, and speaks English where it has no words', () => {
    expect(written({ language: 'de-AT' }).subject).toContain('Aktivierungscode');
    expect(written({ language: 'AR-eg' }).language).toBe('ar');
    expect(written({ language: 'tlh' }).language).toBe('en');
  });

  it('has a code on a line of its own, which may be copied as it stands', () => {
    const line = written()
      .text.split('\n')
      .find((text) => text.includes('K7QH2'));
    expect(asTyped(line ?? '')).toBe(facts.code);
  });

  it('contains no link, and escapes every name', () => {
    const { text, html } = written();
    expect(`${text}${html}`).not.toMatch(/https?:|href|src=/i);
    expect(html).not.toContain('<A>');
  });

  it.each(['Visit example.com now', 'example.com', 'http://x', 'Jane\nBcc: you', 'x'.repeat(41), '<b>Jane</b>', ''])(
    'greets nobody by %j',
    (firstName) => expect(written({ firstName }).text).toMatch(/^Hello,\n/),
  );

  it.each(['Jane', 'Anne-Marie', 'José Luis', "D'Arcy", 'محمد', 'नेहा', '美玲'])('greets %s by name', (firstName) =>
    expect(written({ firstName }).text).toContain(`Hello ${firstName},`),
  );
});
