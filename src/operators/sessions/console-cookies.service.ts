import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

/** Browsers take the prefix over TLS only. Without TLS, which is for tests, a cookie has no prefix. */
const named = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;

export const SESSION = 'console';
export const SIGN_IN = 'console-sign-in';

export class ConsoleCookies {
  readonly #secure: boolean;

  constructor(consoleUrl: string) {
    this.#secure = consoleUrl.startsWith('https:');
  }

  /**
   * No browser sends two cookies of this name. If there are two, neither counts, because nobody knows who set the
   * first.
   */
  read({ headers }: IncomingMessage, name: string): string | undefined {
    const wanted = `${named(name, this.#secure)}=`;
    const found = headers.cookie?.split('; ').filter((part) => part.startsWith(wanted)) ?? [];
    return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
  }

  /** `strict`: other sites cannot even link to this page with the cookie. */
  set(
    response: Response,
    name: string,
    value: string,
    { strict, seconds }: { strict: boolean; seconds?: number },
  ): void {
    response.cookie(named(name, this.#secure), value, {
      httpOnly: true,
      secure: this.#secure,
      sameSite: strict ? 'strict' : 'lax',
      path: '/',
      ...(seconds !== undefined && { maxAge: seconds * 1_000 }),
    });
  }

  clear(response: Response, name: string): void {
    this.set(response, name, '', { strict: name === SESSION, seconds: 0 });
  }
}
