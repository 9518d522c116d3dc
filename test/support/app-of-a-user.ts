import { createClient, type Client as App, type ClientOptions } from '../../clients/typescript/src/index.js';
import { WebSocket as NodeWebSocket } from 'ws';
import type { Client } from '../../src/auth/client/client.entity.js';
import { issuerOf } from '../../src/shared/auth-guard/index.js';
import type { TestApplication } from './application.js';
import { Person, type Seen } from './person.js';
import { fetchAt } from './relying-party.js';
import { active, application, PASSWORD } from './signing-in.js';

type Fetch = NonNullable<ClientOptions['fetch']>;
type Sockets = NonNullable<ClientOptions['WebSocket']>;

/** The network between an app and the service, which a test can cut in every way. */
export class Line {
  /** Requests and messages that have left, in their order: a path, or an operation over the socket. */
  readonly sent: string[] = [];
  readonly sockets: NodeWebSocket[] = [];
  isCut = false;
  /** Answers to these do not come back, although the service has seen the request. */
  losesAnswerTo: RegExp | undefined;
  /** Instead of the service. */
  instead: Fetch | undefined;

  constructor(readonly running: TestApplication) {}

  readonly fetch: Fetch = async (url, init) => {
    this.sent.push(new URL(url).pathname);
    if (this.isCut) throw Object.assign(new TypeError('fetch failed'), { code: 'ENETUNREACH' });
    if (this.instead) return this.instead(url, init);
    const answer = await fetchAt(this.running)(url, init);
    if (this.losesAnswerTo?.test(url)) {
      await answer.text();
      throw new TypeError('network error');
    }
    return answer;
  };

  get WebSocket(): Sockets {
    // oxlint-disable-next-line typescript/no-this-alias -- a class has a `this` of its own
    const line = this;
    return class extends NodeWebSocket {
      constructor(url: string) {
        super(line.running.url('mobile', new URL(url).pathname).replace('http', 'ws'));
        line.sockets.push(this);
        if (line.isCut) this.terminate();
      }

      override send(text: string): void {
        const { operation } = JSON.parse(text);
        line.sent.push(operation);
        super.send(text);
        if (line.losesAnswerTo?.test(operation)) this.onmessage = () => this.terminate();
      }
    };
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets.splice(0)) socket.terminate();
  }

  mend(): void {
    this.isCut = false;
  }
}

export interface AppUser {
  readonly userId: string;
  readonly sub: string;
  readonly client: Client;
}

let users = 0;

/** Somebody ACTIVE with a password, and the app that they use. */
export async function appUser(
  running: TestApplication,
  profile: Parameters<typeof application>[1] = {},
): Promise<AppUser> {
  const userId = `app-user-${process.pid}-${users++}`;
  const client = await application(running, { applicationType: 'native', ...profile });
  return { userId, sub: await active(running, userId), client };
}

export const optionsFor = (line: Line, { client }: AppUser): ClientOptions => ({
  issuer: issuerOf(line.running.config),
  mobileUrl: line.running.config.mobileUrl,
  clientId: client.clientId,
  redirectUri: client.redirectUris[0] ?? '',
  fetch: line.fetch,
  WebSocket: line.WebSocket,
});

const opened: App[] = [];

export function appOf(line: Line, user: AppUser, options: Partial<ClientOptions> = {}): App {
  const app = createClient({ ...optionsFor(line, user), ...options });
  opened.push(app);
  return app;
}

/** Also those whose test has failed before it came to it. */
export const disconnectAll = (): void => {
  for (const app of opened.splice(0)) app.disconnect();
};

/** The way through the login page, to the address that the app gets. */
export async function throughLogin(running: TestApplication, user: AppUser, url: string): Promise<string> {
  const person = new Person(running);
  const page: Seen = await person.open(url);
  if (page.left) return page.left.href;
  const { left, html } = await person.send(page, '/login', { login: user.userId, password: PASSWORD });
  if (!left) throw new Error(`The way ended at our own pages: ${html}`);
  return left.href;
}

/** Signed in, as an app does it. */
export async function signedInApp(line: Line, user: AppUser, options: Partial<ClientOptions> = {}): Promise<App> {
  const app = appOf(line, user, options);
  await app.finishSignIn(await throughLogin(line.running, user, await app.beginSignIn()));
  return app;
}
