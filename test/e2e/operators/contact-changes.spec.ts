import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { MailAddresses } from '../../../src/users/contract/index.js';
import { until } from '../../integration/support/until.js';
import type { TestApplication } from '../../support/application.js';
import { performJob } from '../../support/jobs.js';
import { Someone } from '../../support/leveled-user.js';
import { TestOperator } from '../../support/operators.js';
import { mailedCode, mailsTo } from '../../support/mails.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

const WHY = { reason: 'She%20showed%20her%20passport' };

describe('Contact data of a person that an operator changes', () => {
  let running: TestApplication;
  let support: TestOperator;
  let second: TestOperator;
  let bank: Awaited<ReturnType<typeof portalOf>>;
  beforeAll(async () => {
    running = await sharedApplication();
    support = await TestOperator.with(running, ['support']);
    second = await TestOperator.with(running, ['support']);
    bank = await portalOf(running, { scopes: ['users:read', 'users:write'] });
  });

  const codesTo = async (address: string) => (await mailsTo(running, address, 'users/activation-code')).length;
  const noticesTo = (address: string) => mailsTo(running, address, 'users/account-notice');
  const user = (userId: string) => `/api/v1/users/${userId}`;
  const askForCode = (userId: string, headers: Record<string, string> = WHY) =>
    support.call('POST', `${user(userId)}/activationCode`, {}, headers);
  const agree = (id: string) => second.call('POST', `/api/v1/fourEyes/${id}/agreement`);
  const settled = () =>
    until(async () => (await running.app.get(Database).rows('SELECT FROM shared.job WHERE kind LIKE $1 AND due_at <= now()', ['users/send%'])).length === 0); // oxfmt-ignore

  async function enrolled(more: object = {}) {
    const [userId, old, other] = [newId(), `${newId()}@home.example`, `${newId()}@evil.example`];
    await bank.post('/v1/users', { userId, primaryGroup: 'retail', emailId: old, language: 'de', ...more });
    await settled();
    const { sub } = (await running.app.get(Database).one<{ sub: string }>('SELECT sub FROM users."user" WHERE user_id = $1', [userId]))!; // oxfmt-ignore
    return { userId, old, other, sub };
  }

  it('gets no activation code for a day unless a second operator agrees, and the previous address is told', async () => {
    const { userId, old, other } = await enrolled();
    const vouched = { emailId: other, emailVerified: true };
    expect((await support.call('PATCH', user(userId), vouched)).status).toBe(403);
    expect((await support.call('PATCH', user(userId), { emailId: other })).status).toBe(200);
    const { codesHeldUntilTs } = (await support.get(user(userId))).body;
    expect(Math.abs(codesHeldUntilTs - Date.now() - 86_400_000)).toBeLessThan(600_000);
    expect((await askForCode(userId, {})).status).toBe(422); // who agrees must read why
    const kept = await askForCode(userId);
    expect([kept.status, kept.headers.get('location')]).toEqual([202, `/v1/fourEyes/${kept.body.id}`]);
    await until(async () => (await noticesTo(old)).length === 1);
    const [notice] = await noticesTo(old);
    expect(notice).toMatchObject({ language: 'de', subject: expect.stringContaining('E-Mail-Adresse') });
    expect(notice?.text).not.toContain(other);
    await settled();
    expect([await codesTo(other), await noticesTo(other)]).toEqual([0, []]);
    expect((await agree(kept.body.id)).body).toMatchObject({ state: 'done' });
    await until(async () => (await codesTo(other)) === 1);
  });

  it('gets a code that one operator asks for when the day is over, and at once where nothing has changed', async () => {
    const { userId, old } = await enrolled();
    const codes = await codesTo(old);
    await support.call('PATCH', user(userId), { emailId: old, firstName: 'Ida' });
    expect((await askForCode(userId, {})).headers.get('location')).toBeNull();
    await until(async () => (await codesTo(old)) === codes + 1);
    await support.call('PATCH', user(userId), { mobileNumber: '+4915112345678' });
    expect((await askForCode(userId)).headers.get('location')).not.toBeNull();
    const over = `UPDATE users."user" SET codes_held_until = now() - interval '1 second' WHERE user_id = $1`;
    await running.app.get(Database).rows(over, [userId]);
    expect((await askForCode(userId, {})).headers.get('location')).toBeNull();
    await until(async () => (await codesTo(old)) === codes + 2);
    expect(await noticesTo(old)).toHaveLength(1);
  });

  it.each([
    ['replaced the new address again', ['b@evil.example', 'c@evil.example']],
    ['first removed the address', [null, 'b@evil.example']],
  ])('is given back by the address that was verified, also if the operator has %s', async (_what, changes) => {
    const { userId, old } = await enrolled({ emailVerified: true });
    for (const emailId of changes) {
      expect((await support.call('PATCH', user(userId), { emailId })).status).toBe(200);
      await settled();
    }
    const code = await mailedCode(running, old, changes.length, 'users/address-undo-code');
    const undone = await running.app.get(MailAddresses).undo(Tenant.of('default', false), userId, code);
    expect(undone).toMatchObject({ userId });
    expect((await bank.get(`/v1/users/${userId}`)).body).toMatchObject({ emailId: old, emailVerified: true });
  });

  it('keeps what a client has vouched for, which no operator can withdraw', async () => {
    const { userId } = await enrolled({ emailVerified: true });
    const withdrawn = await support.call('PATCH', user(userId), { emailVerified: false });
    expect([withdrawn.status, withdrawn.body.code]).toEqual([403, 'users/vouched-by-operator']);
    expect((await bank.get(`/v1/users/${userId}`)).body).toMatchObject({ emailVerified: true });
  });

  it('is not given back by an address that a client has replaced before', async () => {
    const { userId, old, other } = await enrolled({ emailVerified: true });
    await bank.patch(`/v1/users/${userId}`, { emailId: other });
    await support.call('PATCH', user(userId), { mobileNumber: '+4915112345678' });
    await support.call('PATCH', user(userId), { emailId: `${newId()}@home.example` });
    await settled();
    expect(await mailsTo(running, old, 'users/address-undo-code')).toEqual([]);
  });

  it('gets no code after a RESET that two agreed on', async () => {
    const { userId, other } = await enrolled();
    await running.app.get(Database).rows(`UPDATE users."user" SET status = 'ACTIVE' WHERE user_id = $1`, [userId]);
    await support.call('PATCH', user(userId), { emailId: other });
    const reset = await support.call('PUT', `${user(userId)}/status`, { status: 'RESET', comments: 'Lost her phone' });
    expect((await agree(reset.body.id)).body).toMatchObject({ state: 'done' });
    await settled();
    expect(await codesTo(other)).toBe(0);
  });

  it('gets no code that was asked for before the change and is sent after it', async () => {
    const { userId, other, sub } = await enrolled();
    await support.call('PATCH', user(userId), { emailId: other });
    await performJob(running.app, 'users/send-activation-code', { sub });
    await performJob(running.app, 'users/send-activation-code', { sub, heldUntil: null });
    expect(await codesTo(other)).toBe(0);
  });

  it('gets codes that a client asks for, as always, and what a client changes holds back none', async () => {
    const { userId, other } = await enrolled();
    await support.call('PATCH', user(userId), { emailId: other });
    expect((await bank.post(`/v1/users/${userId}/activationCode`)).status).toBe(202);
    await until(async () => (await codesTo(other)) === 1);
    const right = `${newId()}@home.example`;
    expect((await bank.patch(`/v1/users/${userId}`, { emailId: right })).status).toBe(200);
    expect((await bank.get(`/v1/users/${userId}`)).body.codesHeldUntilTs).toBeNull();
    expect((await askForCode(userId, {})).headers.get('location')).toBeNull();
    await until(async () => (await codesTo(right)) === 1);
    expect(await noticesTo(other)).toEqual([]);
  });

  it('comes without a code or a password of the operator’s choice', async () => {
    const person = { userId: newId(), primaryGroup: 'retail', predefinedCode: 'K7M2-9QXD' };
    const refusal = { status: 403, body: { code: 'users/code-by-operator' } };
    expect(await support.call('POST', '/api/v1/users', person)).toMatchObject(refusal);
    expect(await support.call('POST', '/api/v1/userBatches', { users: [person] })).toMatchObject(refusal);
    const passwordHash = '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
    const brings = { userId: newId(), primaryGroup: 'retail', passwordHash };
    expect(await support.call('POST', '/api/v1/users', brings)).toMatchObject(refusal);
    expect((await support.get(user(person.userId))).status).toBe(404);
    expect((await bank.post('/v1/users', person)).status).toBe(201);
    const without = { ...person, userId: newId(), predefinedCode: null };
    expect((await support.call('POST', '/api/v1/users', without)).status).toBe(201);
  });

  it('loses the last second factor beside a password only by two operators, however fast one is', async () => {
    const emailId = `${newId()}@home.example`;
    const { userId } = await Someone.with(running, { passkey: true, totp: true, emailId });
    const passkey = async () => (await bank.get(`/v1/users/${userId}/credentials`)).body.passkeys[0]?.id as string;
    const removals = [`passkeys/${await passkey()}`, 'totp'].map((what) =>
      support.call('DELETE', `${user(userId)}/${what}`, {}, WHY),
    );
    const answers = await Promise.all(removals);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 204]);
    const waits = answers.find(({ status }) => status === 202)!;
    expect((await agree(waits.body.id)).body).toMatchObject({ state: 'done' });
    expect((await bank.get(`/v1/users/${userId}/credentials`)).body).toMatchObject({ passkeys: [], totp: null });
    await until(async () => (await noticesTo(emailId)).length === 2);
  });

  it.each([
    ['removed', 'DELETE', {}],
    ['blocked', 'PATCH', { blocked: true }],
  ])('has the only phone beside a password %s only by two operators', async (_what, method, body) => {
    const { userId } = await Someone.with(running, { phone: true });
    const phones = async () => (await bank.get(`/v1/users/${userId}/devices`)).body.devices;
    const [phone] = await phones();
    const path = `${user(userId)}/devices/${phone.deviceId}`;
    expect((await support.call('PATCH', path, { name: 'Her phone' })).status).toBe(200);
    expect((await support.call(method, path, body)).status).toBe(422); // who agrees must read why
    const waits = await support.call(method, path, body, WHY);
    expect([waits.status, await phones()]).toEqual([202, [expect.objectContaining({ blocked: false })]]);
    expect((await agree(waits.body.id)).body).toMatchObject({ state: 'done' });
    expect(await phones()).toEqual(method === 'DELETE' ? [] : [expect.objectContaining({ blocked: true })]);
  });

  it('has a phone removed by one operator where another phone or an authenticator app is left, or by a client', async () => {
    const held = await Someone.with(running, { phone: true, totp: true });
    const other = await Someone.with(running, { phone: true });
    await (await other.appOnPhone()).registered(undefined, 2);
    const first = async ({ userId }: Someone) => (await bank.get(`/v1/users/${userId}/devices`)).body.devices[0];
    const path = async (of: Someone) => `/users/${of.userId}/devices/${(await first(of)).deviceId}`;
    for (const one of [held, other]) {
      expect((await support.call('DELETE', `/api/v1${await path(one)}`)).status).toBe(204);
    }
    expect((await support.call('DELETE', `/api/v1${await path(other)}`, {}, WHY)).status).toBe(202);
    expect((await bank.delete(`/v1${await path(other)}`)).status).toBe(204);
  });

  it('keeps one of two phones that two operators remove at the same time', async () => {
    const someone = await Someone.with(running, { phone: true });
    await (await someone.appOnPhone()).registered(undefined, 2);
    const { devices } = (await bank.get(`/v1/users/${someone.userId}/devices`)).body;
    const answers = await Promise.all(
      devices.map(({ deviceId }: { deviceId: string }) =>
        support.call('DELETE', `${user(someone.userId)}/devices/${deviceId}`, {}, WHY),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 204]);
  });
});
