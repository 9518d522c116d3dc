import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

/** Browsers accept the prefix `__Host-` only over TLS. Without TLS, as in tests, cookies have no prefix. */
const named = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;

export const SESSION = 'console';
export const SIGN_IN = 'console-sign-in';

export class ConsoleCookies {
  readonly #secure: boolean;

  constructor(consoleUrl: string) {
    this.#secure = consoleUrl.startsWith('https:');
  }

  /**
   * Reads a cookie. A browser normally sends each name once. If a name occurs twice, both cookies are ignored, because
   * another site may have set the first.
   */
  read({ headers }: IncomingMessage, name: string): string | undefined {
    const wanted = `${named(name, this.#secure)}=`;
    const found = headers.cookie?.split('; ').filter((part) => part.startsWith(wanted)) ?? [];
    return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
  }

  /** Sets a cookie. With `strict`, the browser does not send it when a link on another site leads to the console. */
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
