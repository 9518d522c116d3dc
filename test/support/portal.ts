import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/auth/client/client.entity.js';
import { UserDirectory } from '../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from './application.js';
import { Person, type Seen } from './person.js';
import { application, authorizeUrl, LIVE, MANY_LOGINS, VERIFIER } from './signing-in.js';

/** A portal that people without JavaScript sign in to, with passwords that cost little. */
export class TestPortal {
  private constructor(
    readonly running: TestApplication,
    readonly client: Client,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<TestPortal> {
    const running = await startTestApplication({ env: { ...MANY_LOGINS, ...env } });
    return new TestPortal(running, await application(running));
  }

  newcomer(): Person {
    return new Person(this.running);
  }

  page(person: Person, client = this.client, params: Record<string, string> = {}): Promise<Seen> {
    return person.open(authorizeUrl(this.running, client, params));
  }

  async signIn(person: Person, login: string, password: string, page?: Seen): Promise<Seen> {
    return person.send(page ?? (await this.page(person)), '/login', { login, password });
  }

  async statusOf(userId: string): Promise<string | undefined> {
    return (await this.running.app.get(UserDirectory).findByLogin(LIVE, userId))?.status;
  }

  /** What the application gets for the code that it was left with. */
  async tokensFor({ left }: Seen, client = this.client): Promise<{ id_token: string; refresh_token?: string }> {
    const answer = await fetch(this.running.url('auth', '/service/authserver/oauth/token'), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.clientId,
        code: left?.searchParams.get('code') ?? '',
        redirect_uri: client.redirectUris[0] ?? '',
        code_verifier: VERIFIER,
      }),
    });
    return answer.json() as never;
  }

  close(): Promise<void> {
    return this.running.close();
  }
}

export const someId = (): string => `u-${randomUUID().slice(0, 8)}`;

export const entered = ({ left }: Seen): boolean => left?.searchParams.has('code') ?? false;

/** What a page says, without what differs by design: ids, tokens and what was typed. */
export const said = ({ html }: Seen): string =>
  html
    .replace(/\/service\/interaction\/[\w-]+/g, '')
    .replace(/ data-orphan="[^"]*"/g, '')
    .replace(/(name="(?:login|activation_code|csrf)"[^>]*?) value="[^"]*"/g, '$1');
