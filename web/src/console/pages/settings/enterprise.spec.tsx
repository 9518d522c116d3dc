/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { EnterpriseTab } from './enterprise.js';

const ACME = {
  ...{ enterpriseId: 'acme', name: 'Acme', branding: {}, retentionDays: 30, inactivityDays: null },
  ...{ dailyNotificationMiB: null, rateLimit: null, requirePkce: true, messages: null, createdTs: 0, updatedTs: 0 },
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Madrid' },
  signIn: {
    ...{ recovery: 'off', emailChange: true, factorRecovery: 'off', factorRecoveryHours: 24, newDevice: 'login' },
    ...{ leastLevel: 1, factors: [], rememberBrowserDays: 0, groups: [] },
  },
};

it('A change of the rules of an enterprise sends nothing that its operator has not changed', async () => {
  knowDialogs();
  const server = new FakeServer();
  server.reply('GET /v1/enterprises/acme', { body: ACME });
  server.reply('PATCH /v1/enterprises/acme', { body: ACME });
  const enterprises = [{ enterpriseId: 'acme', name: 'Acme', sides: ['live'] }];
  const scopes = ['enterprises:read', 'enterprises:write'];
  me.value = { enterprises, scopes, rights: {} } as unknown as NonNullable<typeof me.value>;
  choose({ data: 'live', enterprise: 'acme' });
  const page = document.createElement('main');
  document.body.replaceChildren(page);
  await act(() => render(<EnterpriseTab />, page));
  await settle();
  await act(() => page.querySelector<HTMLButtonElement>('.stack > .buttons button')?.click());
  const save = () => page.querySelector<HTMLButtonElement>('dialog .button.main');
  expect(save()?.disabled).toBe(true);
  const field = page.querySelector<HTMLInputElement>('dialog [name=retentionDays]');
  if (field) field.value = '60';
  await act(() => void field?.dispatchEvent(new Event('input', { bubbles: true })));
  await act(() => page.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ retentionDays: 60 });
  render(null, page);
});
