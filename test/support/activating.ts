import { PasskeyStore } from '../../src/auth/credentials/passkeys/passkey.store.js';
import { Authenticator, type Place } from './authenticator.js';
import type { Person, Seen } from './person.js';
import { entered, someId, type TestPortal } from './portal.js';
import { CODE, enrolled } from './signing-in.js';

/** Where the portal's pages are. */
export const HERE: Place = { origin: 'https://auth.test' };

export const typed = (login: string, activation_code = CODE) => ({ login, activation_code });

/** The activation form, as people come to it from an application. */
export class Activating {
  constructor(private readonly portal: TestPortal) {}

  async someone(code = CODE): Promise<{ userId: string; sub: string }> {
    const userId = someId();
    const { user } = await enrolled(this.portal.running, userId, { predefinedCode: code });
    return { userId, sub: user.sub };
  }

  async page(person: Person): Promise<Seen> {
    return person.follow(await this.portal.page(person), '/activate');
  }

  async byPassword(userId: string, password: string, code = CODE): Promise<Seen> {
    const person = this.portal.newcomer();
    return person.send(await this.page(person), '/activate', { ...typed(userId, code), new_password: password });
  }

  /** As the page's script does it. */
  async byPasskey(userId: string, authenticator = new Authenticator(HERE), code = CODE): Promise<Seen> {
    const person = this.portal.newcomer();
    const page = await this.page(person);
    return person.send(page, '/activate/passkey', await this.form(person, page, authenticator, typed(userId, code)));
  }

  /** What the script would send: with a passkey that was made for it. */
  async form<T extends object>(person: Person, page: Seen, authenticator: Authenticator, fields: T) {
    const { challenge } = await askForOptions(person, page, '/activate/passkey', fields);
    return { ...fields, response: authenticator.attest(challenge) };
  }

  async passkeysOf(sub: string): Promise<string[]> {
    return (await this.portal.running.app.get(PasskeyStore).of(sub)).map(({ credentialId }) => credentialId);
  }

  async signsIn(authenticator: Authenticator, userHandle?: string): Promise<boolean> {
    const person = this.portal.newcomer();
    const page = await this.portal.page(person);
    const { challenge } = await askForOptions(person, page, '/passkey');
    return entered(await person.send(page, '/passkey', { response: authenticator.answer(challenge, userHandle) }));
  }
}

export interface CeremonyOptions {
  readonly challenge: string;
  readonly [member: string]: unknown;
}

/** What the authenticator is asked, before the form with its answer is sent to `ending`. */
export async function askForOptions(
  person: Person,
  page: Seen,
  ending: string,
  fields: object = {},
): Promise<CeremonyOptions> {
  const form = page.forms.find(({ action }) => action.endsWith(ending));
  const body = new URLSearchParams({ csrf: form?.fields['csrf'] ?? '', ...fields });
  const url = new URL(`${form?.action ?? ''}/options`, page.url);
  const { html } = await person.go(url, { method: 'POST', body, headers: { accept: 'application/json' } });
  return JSON.parse(html) as CeremonyOptions;
}
