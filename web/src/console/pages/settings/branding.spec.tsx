/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose, place as at } from '../../place.js';
import { forget } from '../../resource.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { BrandingTab } from './branding.js';
import { NewEnterprise } from './new-enterprise.js';

const ACME = {
  enterpriseId: 'acme',
  name: 'Acme',
  branding: { color: '#0b5fff', helpUri: 'https://acme.example/help' },
};
const ME = {
  enterprises: [
    { enterpriseId: 'acme', name: 'Acme', sides: ['live'] },
    { enterpriseId: 'rival', name: 'Rival', sides: ['live'] },
  ],
  scopes: ['enterprises:read', 'enterprises:write'],
};
let server: FakeServer;
let page: HTMLElement;

beforeAll(knowDialogs);
beforeAll(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
});
beforeEach(() => {
  forget();
  server = new FakeServer();
  server.reply('GET /v1/me', { body: ME });
  server.reply('GET /v1/enterprises/acme', { body: ACME });
  server.reply('PATCH /v1/enterprises/acme', { body: ACME });
  me.value = ME as unknown as NonNullable<typeof me.value>;
  choose({ enterprise: 'acme', data: 'live' });
  document.body.innerHTML = '<div></div>';
  page = document.body.firstElementChild as HTMLElement;
});
afterEach(() => render(null, page));

async function write(name: string, value: string): Promise<void> {
  const field = page.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!field) throw new Error(`There is no field ${name}`);
  await act(() => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 350)));
const previewed = () =>
  new URL(page.querySelector<HTMLIFrameElement>('.of-signIn iframe')?.src ?? '', 'https://console.test').searchParams;

it('The previews follow what is written, and leave out what is half written', async () => {
  await act(() => render(<BrandingTab />, page));
  await settle();
  expect(Object.fromEntries(previewed())).toMatchObject({ name: 'Acme', color: '#0b5fff', _enterprise: 'acme' });
  await write('color', '#7a1fa2');
  await write('logoUri', 'https:/');
  await pause();
  expect(previewed().get('color')).toBe('#7a1fa2');
  expect(previewed().get('logoUri')).toBeNull();
});

it('The look is saved whole, without what was emptied', async () => {
  await act(() => render(<BrandingTab />, page));
  await settle();
  await write('helpUri', '');
  await write('name', 'Acme Bank');
  await act(() => page.querySelector('form')?.requestSubmit());
  await settle();
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Acme Bank',
    branding: { color: '#0b5fff' },
  });
});

describe('A change of the look while a colleague changes it too', () => {
  const THEIRS = { ...ACME, name: 'Acme Bank', branding: { color: '#7a1fa2', termsUri: 'https://acme.example/terms' } };
  const sent = () => server.calls.find(({ method }) => method === 'PATCH')?.body;
  const save = async () => {
    await act(() => page.querySelector('form')?.requestSubmit());
    await settle();
  };

  it('sends only the name if only that was changed', async () => {
    await act(() => render(<BrandingTab />, page));
    await settle();
    await write('name', 'Acme Group');
    await save();
    expect(sent()).toEqual({ name: 'Acme Group' });
  });

  it('keeps what the colleague has changed', async () => {
    await act(() => render(<BrandingTab />, page));
    await settle();
    await write('helpUri', 'https://acme.example/hotline');
    server.reply('GET /v1/enterprises/acme', { body: THEIRS });
    await save();
    expect(sent()).toEqual({ branding: { ...THEIRS.branding, helpUri: 'https://acme.example/hotline' } });
  });

  it('shows what the colleague has changed in all fields that were not edited', async () => {
    await act(() => render(<BrandingTab />, page));
    await settle();
    server.reply('GET /v1/enterprises/acme', { body: THEIRS });
    await act(() => render(null, page));
    await act(() => render(<BrandingTab />, page));
    await settle();
    expect(page.querySelector<HTMLInputElement>('input[name=name]')?.value).toBe('Acme Bank');
    expect(page.querySelector('[role=status]')?.textContent).toBe('');
  });
});

it('An enterprise that was created is shown next, with its look', async () => {
  server.reply('POST /v1/enterprises', { status: 201, body: {} });
  await act(() => render(<NewEnterprise onClose={() => undefined} />, page));
  await write('name', 'Rival');
  await write('enterpriseId', 'rival');
  await act(() => page.querySelector('form')?.requestSubmit());
  await settle();
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ enterpriseId: 'rival', name: 'Rival' });
  expect([at.value.enterprise, location.search]).toEqual(['rival', '?tab=branding']);
});
