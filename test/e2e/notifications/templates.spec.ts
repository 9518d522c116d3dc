import { randomUUID } from 'node:crypto';
import type { UserRef } from '../../../src/users/contract/index.js';
import { meetAt } from '../../support/held-locks.js';
import { addressee, newNotification, storedNotification } from '../../support/notifications.js';
import { portalOf } from '../../support/tokens.js';
import { shared, uuidOf } from './shared.js';

const PATH = '/v1/notificationTemplates';
const payment = (fields: object = {}) => ({
  template_id: `t-${randomUUID()}`,
  variables: [{ name: 'amount', type: 'money' }],
  body: [
    { lng: 'en', subject: 'Pay?', message: 'Pay {{amount}}?', label: { Approve: 'Yes' } },
    { lng: 'de', subject: 'Zahlen?', message: 'Zahlen Sie {{amount}}?' },
  ],
  ...fields,
});
const values = { amount: { amount: '25', currency: 'EUR' } };

describe('Templates of notifications', () => {
  let jane: UserRef;
  beforeAll(async () => {
    jane = await addressee(shared.running);
  });

  const made = async (fields: object = {}) => {
    const { status, body } = await shared.portal.post(PATH, payment(fields));
    expect(status).toBe(201);
    return String(body.template_id);
  };
  const send = (fields: object) =>
    shared.portal.post('/v1/notifications', newNotification(jane.userId, { body: undefined, ...fields }));

  it('a template is created, read, changed in versions, listed and deleted', async () => {
    const asked = payment();
    const { body, headers } = await shared.portal.post(PATH, asked);
    expect(body).toEqual({ ...asked, version: 1, create_ts: expect.stringMatching(/Z$/) });
    const path = `${PATH}/${asked.template_id}`;
    expect(headers.get('location')).toBe(path);
    const texts = [{ lng: 'en', subject: 'Pay now?', message: '{{amount}}' }];
    const changed = await shared.portal.put(path, { variables: asked.variables, body: texts });
    expect([changed.status, changed.body.version, changed.body.body]).toEqual([200, 2, texts]);
    expect((await shared.portal.get(path)).body).toEqual(changed.body);
    expect((await shared.portal.get(`${path}?version=1`)).body).toEqual(body);
    expect((await shared.portal.get(`${path}?version=3`)).status).toBe(404);
    const newest = await shared.portal.get(`${path}/versions?limit=1`);
    expect(newest.body.templates).toEqual([changed.body]);
    const before = await shared.portal.get(`${path}/versions?limit=1&cursor=${newest.body.next}`);
    expect(before.body).toEqual({ templates: [body], next: null });
    expect((await shared.portal.get(`${PATH}/unknown/versions`)).status).toBe(404);
    expect((await shared.portal.get(`${PATH}?limit=200`)).body.templates).toContainEqual(changed.body);
    expect((await shared.portal.delete(path)).status).toBe(204);
    expect((await shared.portal.get(path)).body.code).toBe('notifications/template-not-found');
    expect((await shared.portal.delete(path)).status).toBe(404);
  });

  it('is previewed without anybody being sent anything', async () => {
    const id = await made();
    const { body } = await shared.portal.post(`${PATH}/${id}/preview`, { values });
    expect(body.version).toBe(1);
    expect(body.body[0]).toEqual({
      lng: 'en',
      subject: 'Pay?',
      message: 'Pay €25.00?',
      label: { Approve: 'Yes' },
    });
    const refused = await shared.portal.post(`${PATH}/${id}/preview`, { values: { amount: 25 } });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/values/amount']);
  });

  it('gives a notification its texts, which later versions do not change', async () => {
    const template_id = await made();
    const msg_id = randomUUID();
    const created = await send({ template_id, values, msg_id });
    expect(created.status).toBe(201);
    await shared.portal.put(`${PATH}/${template_id}`, {
      variables: [],
      body: [{ lng: 'en', subject: 's', message: 'm' }],
    });
    const { content } = await storedNotification(shared.running, uuidOf(created));
    expect(JSON.parse(content).body[1].message).toBe('Pay €25.00?');
    const again = await send({ template_id, values, msg_id });
    expect([again.status, uuidOf(again)]).toEqual([200, uuidOf(created)]);
    const old = await send({ template_id, template_version: 1, values });
    expect(old.status).toBe(201);
    expect((await send({ template_id, values })).body.errors[0].pointer).toBe('/values/amount');
    expect((await send({ template_id: 'unknown', values })).body.code).toBe('notifications/template-not-found');
  });

  it('must fit the actions of the notification', async () => {
    const template_id = await made();
    const actions = [{ label: 'OK', action: 'accept', authlevel: 0 }];
    const refused = await send({ template_id, values, actions });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/body/0/label/Approve']);
  });

  it('is at most 64 KiB in all, also when its values are filled in', async () => {
    const languages = (message: string) =>
      Array.from({ length: 30 }, (_, n) => ({ lng: `l${n}`, subject: 's', message }));
    const refused = await shared.portal.post(PATH, payment({ variables: [], body: languages('m'.repeat(2_500)) }));
    expect([refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      ['/body'],
    ]);
    const variables = [{ name: 'payee', type: 'text', max: 200 }];
    const template_id = await made({ variables, body: languages('{{payee}} '.repeat(15)) });
    const filled = (payee: string) => send({ template_id, values: { payee } });
    expect((await filled('p')).status).toBe(201);
    const long = await filled('p'.repeat(200));
    expect([long.status, long.body.errors[0].pointer]).toEqual([422, '/values']);
    const preview = await shared.portal.post(`${PATH}/${template_id}/preview`, { values: { payee: 'p'.repeat(200) } });
    expect([preview.status, preview.body.errors[0].pointer]).toEqual([422, '/values']);
  });

  it('belongs to its enterprise', async () => {
    const id = await made();
    const rival = await portalOf(shared.running, {
      scopes: ['notifications:read', 'notifications:write'],
      enterpriseId: 'rival',
    });
    expect((await rival.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await rival.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await rival.post(PATH, payment({ template_id: id }))).status).toBe(201);
  });

  it('is refused when its id is taken, also by a request at the same time', async () => {
    const asked = payment();
    const create = () => shared.portal.post(PATH, asked);
    const lock = { sql: 'LOCK TABLE notifications.notification_template IN SHARE MODE' };
    const answers = await meetAt(shared.running, lock, [create, create]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await create()).body.code).toBe('notifications/template-taken');
  });

  it('is gone for good once it is deleted, also when it is changed at the same time', async () => {
    const { template_id, ...texts } = payment();
    await shared.portal.post(PATH, { template_id, ...texts });
    const path = `${PATH}/${template_id}`;
    const lock = { sql: 'LOCK TABLE notifications.notification_template IN SHARE MODE' };
    const change = () => shared.portal.put(path, texts);
    const answers = await meetAt(shared.running, lock, [change, () => shared.portal.delete(path)]);
    expect([200, 404]).toContain(answers[0]?.status);
    expect(answers[1]?.status).toBe(204);
    expect((await shared.portal.get(path)).status).toBe(404);
  });

  it('has two new versions when it is changed twice at the same time', async () => {
    const { template_id, ...texts } = payment();
    await shared.portal.post(PATH, { template_id, ...texts });
    const lock = { sql: 'LOCK TABLE notifications.notification_template IN SHARE MODE' };
    const change = () => shared.portal.put(`${PATH}/${template_id}`, texts);
    const answers = await meetAt(shared.running, lock, [change, change]);
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3]);
  });

  it('is refused with texts that do not hold together', async () => {
    const refused = await shared.portal.post(PATH, payment({ variables: [] }));
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/body/0/message']);
  });

  it('is refused when it names a variable twice, as only one of the two would count', async () => {
    const variables = ['money', 'text'].map((type) => ({ name: 'amount', type }));
    const refused = await shared.portal.post(PATH, payment({ variables }));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: '/variables/1/name', detail: 'Must be unique.' }],
    ]);
  });
});
