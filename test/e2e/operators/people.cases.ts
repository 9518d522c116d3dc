import { newId } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { TestOperator } from '../../support/operators.js';

export const peopleCases = (): void => {
  let running: TestApplication;
  let owner: TestOperator;
  beforeAll(async () => {
    running = await startTestApplication();
    owner = await TestOperator.with(running, ['owner']);
  });
  afterAll(() => running.close());

  const support = [{ enterpriseId: 'default', side: 'live', role: 'support' }];
  const invite = (emailId = `${newId()}@bank.example`) =>
    owner.call('POST', '/api/v1/operators', { emailId, firstName: 'Ben', lastName: 'Okoro', grants: support });

  it('are invited, listed, changed and removed by an owner', async () => {
    const made = await invite();
    expect(made).toMatchObject({ status: 201, body: { name: 'Ben Okoro', state: 'invited', passkeys: 0 } });
    const path = `/api/v1/operators/${made.body.id}`;
    const roles = [{ enterpriseId: '*', side: 'both', role: 'security' }];
    expect(await owner.call('PATCH', path, { grants: roles })).toMatchObject({ status: 200, body: { grants: roles } });
    expect((await owner.get('/api/v1/operators')).body.operators).toHaveLength(2);
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.get('/api/v1/operators')).body.operators).toHaveLength(1);
  });

  it('are not made twice', async () => {
    const emailId = `${newId()}@bank.example`;
    await invite(emailId);
    expect(await invite(emailId.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'operators/already-there' },
    });
  });

  it('do not change themselves, and the last owner stays', async () => {
    const own = `/api/v1/operators/${owner.sub}`;
    expect(await owner.call('PATCH', own, { grants: support })).toMatchObject({
      status: 403,
      body: { code: 'operators/own-roles' },
    });
    expect((await owner.call('DELETE', own)).status).toBe(403);
    expect((await owner.call('POST', `${own}/invitation`)).status).toBe(403);
    const second = await TestOperator.with(running, ['owner']);
    expect((await owner.call('PATCH', `/api/v1/operators/${second.sub}`, { grants: support })).status).toBe(200);
    expect((await second.get('/api/v1/operators')).status).toBe(403);
  });

  it('are of nobody who owns one enterprise only', async () => {
    const one = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'both', role: 'owner' }]);
    expect((await one.get('/api/v1/operators')).status).toBe(403);
  });

  it('are asked for a fresh passkey before they change others', async () => {
    const stale = await TestOperator.with(running, ['owner']);
    await running.app
      .get(Database)
      .rows(`UPDATE operators.console_session SET passkey_at = now() - interval '6 minutes' WHERE sub = $1`, [
        stale.sub,
      ]);
    const answer = await stale.call('DELETE', `/api/v1/operators/${owner.sub}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'operators/step-up-needed', stepUp: '/step-up' } });
  });

  it('are told who they are', async () => {
    const me = await owner.get('/api/v1/me');
    expect(me.body).toMatchObject({ roles: ['owner'], rights: { operators: 'may', review: 'no', remove: 'two' } });
    expect((await owner.get('/api/v1/me/sessions')).body.sessions).toMatchObject([{ current: true }]);
    expect((await owner.get('/api/v1/operatorRoles')).body.roles).toHaveLength(5);
  });
};
