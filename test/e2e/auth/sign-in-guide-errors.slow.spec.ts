import { GuideReader } from '../../support/guide-reader.js';
import { Nadia, textOf, VERIFIER } from '../../support/nadia.js';

let reader: GuideReader;
let nadia: Nadia;
let callback: string;
beforeAll(async () => {
  reader = await GuideReader.of('docs/integrators/sign-in');
  nadia = new Nadia(reader);
  callback = `${reader.appUrl('3000')}/callback`;
  await reader.serve(['Try it on your own machine', 'A web app'], reader.appUrl('3000'));
});
afterAll(() => reader.end());

type Fields = Record<string, string>;
const onPage = async (url: string | URL) => textOf(await nadia.browser().open(url));
const byRedirect = async (changes: Fields) => (await nadia.browser().open(nadia.request(changes))).left?.href;

async function cancelled() {
  const person = nadia.browser();
  return (await person.send(await person.open(nadia.request()), '/cancel')).left?.href;
}

/** By an application that is not the enterprise's own. */
async function notAgreed() {
  const { clientId } = await reader.api('POST', '/v1/clients', {
    clientName: 'Harbour Invoices',
    grantTypes: ['authorization_code'],
    scopes: ['openid'],
    redirectUris: [callback],
  });
  const person = nadia.browser();
  await nadia.enter(person, await person.open(nadia.request()));
  return (await person.open(nadia.request({ client_id: clientId, prompt: 'none' }))).left?.href;
}

/** By a user who has a password, and no second factor. */
async function tooWeak() {
  const person = nadia.browser();
  await nadia.enter(person, await person.open(nadia.request()));
  const acr = { essential: true, values: ['urn:countersign:acr:2'] };
  const claims = JSON.stringify({ id_token: { acr } });
  return (await person.open(nadia.request({ claims, prompt: 'none' }))).left?.href;
}

function signOut(): URL {
  const url = new URL(`${nadia.issuer}/oauth/logout`);
  url.search = new URLSearchParams({
    client_id: reader.kept('web-app.json')['clientId'] ?? '',
    post_logout_redirect_uri: 'https://another.example/',
  }).toString();
  return url;
}

async function fromToken(fields: Fields, headers: Fields = {}) {
  const { clientId = '', clientSecret = '' } = reader.kept('web-app.json');
  const code = { grant_type: 'authorization_code', code: 'none', redirect_uri: callback, code_verifier: VERIFIER };
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...code, ...fields });
  return (await fetch(`${nadia.issuer}/oauth/token`, { method: 'POST', body, headers })).text();
}

const rows: [error: string, provoke: () => Promise<string | undefined>][] = [
  ['invalid_client', () => onPage(nadia.request({ client_id: 'nobody' }))],
  ['invalid_redirect_uri', () => onPage(nadia.request({ redirect_uri: `${callback}/` }))],
  ['invalid_request_uri', () => onPage(nadia.request({ request_uri: 'urn:ietf:params:oauth:request_uri:gone' }))],
  ['invalid_request', () => onPage(signOut())],
  ['This page has expired', () => onPage('/service/interaction/gone')],
  ['access_denied', cancelled],
  ['login_required', () => byRedirect({ prompt: 'none' })],
  ['unmet_authentication_requirements', tooWeak],
  ['consent_required', notAgreed],
  ['invalid_scope', () => byRedirect({ scope: 'openid users:read' })],
  ['invalid_target', () => byRedirect({ resource: 'https://api.example.com' })],
  ['invalid_request', () => byRedirect({ code_challenge_method: 'plain' })],
  ['unsupported_response_type', () => byRedirect({ response_type: 'token' })],
  ['unsupported_response_mode', () => byRedirect({ response_mode: 'web_message' })],
  ['invalid_grant', () => fromToken({})],
  ['invalid_client', () => fromToken({ client_secret: 'another' })],
  ['invalid_request', () => fromToken({ grant_type: 'client_credentials' })],
  ['invalid_dpop_proof', () => fromToken({}, { dpop: 'none' })],
  ['unsupported_grant_type', () => fromToken({ grant_type: 'password' })],
];

describe('The errors of the guide', () => {
  it.each(rows)('come about as it says: %s', async (error, provoke) => {
    expect(await provoke()).toContain(error);
  });

  it('are these, and no others', () => {
    const page = reader.section('Sign-in errors');
    const named = [...page.matchAll(/^\| (?:`(\w+)`|“(.+)”)/gm)].map(([, code, words]) => code ?? words);
    expect(named).toEqual(rows.map(([error]) => error));
  });
});
