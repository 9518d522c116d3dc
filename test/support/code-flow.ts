import type { Client } from '../../src/auth/client/client.entity.js';
import type { TestApplication } from './application.js';
import { Person, type Seen } from './person.js';
import { active, authorizeUrl, PASSWORD, VERIFIER } from './signing-in.js';
import type { Answer } from './tokens.js';

const TOKEN = '/service/authserver/oauth/token';

/** Somebody who has signed in to an application, and with what their browser came back to it. */
export interface SignedIn {
  readonly person: Person;
  readonly sub: string;
  readonly back: Seen;
}

export async function signedIn(
  running: TestApplication,
  client: Client,
  userId: string,
  params: Record<string, string> = {},
): Promise<SignedIn> {
  const sub = await active(running, userId);
  const person = new Person(running);
  const page = await person.open(authorizeUrl(running, client, params));
  return { person, sub, back: await person.send(page, '/login', { login: userId, password: PASSWORD }) };
}

/** Where the application is told to take its user up: the address with the code in it. */
export function callbackIn({ left, html }: Seen): URL {
  if (!left) throw new Error(`The way ended at our own pages: ${html}`);
  return left;
}

export function codeIn(back: Seen): string {
  const callback = callbackIn(back);
  const code = callback.searchParams.get('code');
  if (code === null) throw new Error(`No code in ${callback.href}`);
  return code;
}

/** The token request of an application without a secret; `undefined` leaves a field out. */
export async function redeem(
  running: TestApplication,
  client: Client,
  code: string,
  fields: Record<string, string | undefined> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const asked = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    code,
    redirect_uri: client.redirectUris[0],
    code_verifier: VERIFIER,
    ...fields,
  };
  const known = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(running.url('auth', TOKEN), {
    method: 'POST',
    headers,
    body: new URLSearchParams(known),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
