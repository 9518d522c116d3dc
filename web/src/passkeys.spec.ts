/** @jest-environment jsdom */
import { offerPasskeys } from './passkeys.js';

const bytes = (text: string): ArrayBuffer => new Uint8Array(Array.from(text, (letter) => letter.charCodeAt(0))).buffer;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

interface Asked {
  readonly url: string;
  readonly body: string;
}
let asked: Asked[];
let sent: Record<string, unknown>[];

/** What a browser has for passkeys, as far as these pages use it. */
function giveBrowser(credentials: Readonly<Record<string, () => Promise<unknown>>>, more: object = {}): void {
  Object.assign(globalThis, { PublicKeyCredential: Object.assign(function PublicKeyCredential() {}, more) });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
}

function show(html: string): void {
  document.body.innerHTML = html;
  for (const form of document.forms) {
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      sent.push(Object.fromEntries(new FormData(form)));
    });
  }
}

const made = {
  id: 'id',
  rawId: bytes('id'),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('data'), attestationObject: bytes('attested'), authenticatorData: bytes('a'), signature: bytes('s') }, // oxfmt-ignore
};
const options = { challenge: 'AAAA', user: { id: 'AAAA', name: 'n' }, rp: { name: 'r' }, pubKeyCredParams: [] };

beforeEach(() => {
  [asked, sent] = [[], []];
  delete document.body.dataset['orphan'];
  Object.assign(globalThis, { PublicKeyCredential: undefined });
  globalThis.fetch = ((url: string, { body }: { body: URLSearchParams }) => {
    asked.push({ url, body: body.toString() });
    if (url.includes('away')) return Promise.reject(new TypeError('no network'));
    return Promise.resolve({ ok: !url.includes('refused'), json: () => Promise.resolve(options) });
  }) as unknown as typeof fetch;
});

const ACTIVATION = (path = '/options') => `
  <input id="login" name="login" value="jane" required><input id="code" name="activation_code" value="12345" required>
  <form data-passkey="activate" data-options="${path}" data-needs="login code">
    <input name="csrf" value="token"><input name="login"><input name="activation_code"><input name="response">
    <button>Use a passkey</button><p data-not-made="No passkey was made."></p>
  </form>`;
const LOGIN = `<form data-passkey="login" data-options="/options"><input name="csrf" value="token"><input name="response"><button>In</button>
  <p data-not-given="None was given." data-not-started="Not started." data-unreached="Not reached."></p></form>`;
const message = () => document.querySelector('[data-not-made]')!.textContent;

it('The page offers passkeys only where the browser can', async () => {
  const page = '<p id="with" data-with-passkeys hidden></p><p id="without" data-without-passkeys hidden></p>';
  const seen = () => [...document.querySelectorAll('p')].filter(({ hidden }) => !hidden).map(({ id }) => id);
  show(page);
  await offerPasskeys();
  expect(seen()).toEqual(['without']);
  giveBrowser({});
  await offerPasskeys();
  expect(seen()).toEqual(['with']);
});

it('The page makes a passkey with what other fields say, and sends it', async () => {
  giveBrowser({ create: () => Promise.resolve(made) });
  show(ACTIVATION());
  await offerPasskeys();
  document.querySelector('button')!.click();
  await settled();
  expect(asked).toEqual([{ url: '/options', body: 'csrf=token&login=jane&activation_code=12345' }]);
  expect(sent).toEqual([
    { csrf: 'token', login: 'jane', activation_code: '12345', response: expect.stringContaining('"id":"id"') },
  ]);
  expect(message()).toBe('');
});

it.each([
  ['the browser makes none', '/options', () => Promise.reject(new Error('given up'))],
  ['the server refuses', '/refused', () => Promise.resolve(made)],
])('The page says so where %s', async (_what, path, create) => {
  giveBrowser({ create });
  show(ACTIVATION(path));
  await offerPasskeys();
  document.querySelector('button')!.click();
  await settled();
  expect(message()).toBe('No passkey was made.');
  expect(sent).toEqual([]);
});

it('The page asks for nothing as long as a field that is needed is empty', async () => {
  giveBrowser({ create: () => Promise.resolve(made) });
  show(ACTIVATION());
  document.querySelector('input')!.value = '';
  await offerPasskeys();
  document.querySelector('button')!.click();
  await settled();
  expect([asked, sent]).toEqual([[], []]);
});

it('The page signs in by the button, and by suggestion where the browser suggests', async () => {
  let tries = 0;
  giveBrowser({ get: () => Promise.resolve(++tries && made) });
  show(LOGIN);
  await offerPasskeys();
  expect(tries).toBe(0);
  document.querySelector('button')!.click();
  await settled();
  expect(sent).toHaveLength(1);
  giveBrowser({ get: () => Promise.resolve(++tries && made) }, { isConditionalMediationAvailable: () => Promise.resolve(true) }); // oxfmt-ignore
  show(LOGIN);
  await offerPasskeys();
  await settled();
  expect([tries, sent.length]).toEqual([2, 2]);
});

it.each([
  [
    'the browser gives none',
    '/options',
    () => Promise.reject(new DOMException('', 'NotAllowedError')),
    'None was given.',
  ],
  ['the server refuses', '/refused', () => Promise.resolve(made), 'Not started.'],
  ['the server is away', '/away', () => Promise.resolve(made), 'Not reached.'],
])('The page says what is known where %s, to the one who pressed the button', async (_what, path, get, text) => {
  giveBrowser({ get }, { isConditionalMediationAvailable: () => Promise.resolve(true) });
  show(LOGIN.replace('/options', path));
  const said = () => document.querySelector('[data-not-given]')!.textContent;
  await offerPasskeys();
  await settled();
  expect(said()).toBe('');
  document.querySelector('button')!.click();
  await settled();
  expect([said(), sent]).toEqual([text, []]);
});

const PROVEN = (path = '/proof') => `
  <form data-proof="${path}"><input name="csrf" value="token"><input name="passkey" value="one"><input name="proof">
  <button>Remove</button><p data-not-given="None was given." data-not-started="Not started." data-unreached="Not reached."></p></form>`;

it('The page has a passkey shown before it sends a form that changes passkeys', async () => {
  giveBrowser({ get: () => Promise.resolve(made) });
  show(PROVEN());
  await offerPasskeys();
  document.querySelector('button')!.click();
  await settled();
  expect(asked).toEqual([{ url: '/proof', body: 'csrf=token' }]);
  expect(sent).toEqual([{ csrf: 'token', passkey: 'one', proof: expect.stringContaining('"id":"id"') }]);
});

it.each([
  ['/proof', () => Promise.reject(new DOMException('', 'NotAllowedError')), 'None was given.'],
  ['/refused', () => Promise.resolve(made), 'Not started.'],
  ['/away', () => Promise.resolve(made), 'Not reached.'],
])('The page sends no such form without a passkey, and says why: %s', async (path, get, text) => {
  giveBrowser({ get });
  show(PROVEN(path));
  await offerPasskeys();
  document.querySelector('button')!.click();
  await settled();
  expect([document.querySelector('p')!.textContent, sent]).toEqual([text, []]);
});

it('The page has a passkey shown before it makes another one, where the form says so', async () => {
  giveBrowser({ get: () => Promise.resolve(made), create: () => Promise.resolve(made) });
  show(ACTIVATION().replace('data-passkey="activate"', 'data-passkey="register" data-proof="/proof"'));
  await offerPasskeys();
  document.querySelector('button')!.click();
  await settled();
  expect(asked.map(({ url }) => url)).toEqual(['/proof', '/options']);
  expect(new URLSearchParams(asked[1]?.body).get('proof')).toContain('"id":"id"');
  expect(sent).toHaveLength(1);
});

it('The page has the keeper of a passkey forget what opens nothing', async () => {
  const forgotten: unknown[] = [];
  giveBrowser({}, { signalUnknownCredential: (one: unknown) => Promise.resolve(forgotten.push(one)) });
  document.body.dataset['orphan'] = 'abc';
  await offerPasskeys();
  expect(forgotten).toEqual([{ rpId: location.hostname, credentialId: 'abc' }]);
});
