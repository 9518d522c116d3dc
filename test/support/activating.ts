import type { Client } from '../../src/auth/entities/client.entity.js';
import type { TestApplication } from './application.js';
import type { Authenticator } from './authenticator.js';
import type { Person, Seen } from './person.js';
import { authorizeUrl } from './signing-in.js';

export interface Typed {
  readonly login: string;
  readonly activation_code: string;
}

/** The activation form, as somebody comes to it from an application. */
export class Activating {
  constructor(
    private readonly running: TestApplication,
    private readonly client: Client,
  ) {}

  async page(person: Person): Promise<Seen> {
    return person.follow(await person.open(authorizeUrl(this.running, this.client)), '/activate');
  }

  async byPassword(person: Person, typed: Typed, password: string): Promise<Seen> {
    return person.send(await this.page(person), '/activate', { ...typed, new_password: password });
  }

  /** As the page's script does it. */
  async byPasskey(person: Person, typed: Typed, authenticator: Authenticator): Promise<Seen> {
    const page = await this.page(person);
    const { challenge } = await askForOptions(person, page, '/activate/passkey', typed);
    const response = authenticator.attest(challenge);
    return person.send(page, '/activate/passkey', { ...typed, response });
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
