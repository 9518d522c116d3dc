import { entryLine, gapLine } from './entry-forms.js';
import type { LinkedEntry } from '../chain/chain-content.js';

const entry = (kind: string, more: Partial<LinkedEntry> = {}): LinkedEntry => ({
  ...{ number: 7, hash: '00', id: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6', at: '2026-06-01T12:00:00.123456Z', kind },
  ...{ outcome: 'done', enterpriseId: 'acme', test: false, actorKind: 'user', actorId: null, actorAlias: 'a-1' },
  ...{ subjectAlias: 's-1', address: '203.0.113.7', requestId: 'req-1', details: {} },
  ...more,
});
const ocsf = (kind: string, more?: Partial<LinkedEntry>) => JSON.parse(entryLine('ocsf', entry(kind, more)));

describe('An entry in the form of OCSF', () => {
  it.each([
    ['auth.login-succeeded', 3002],
    ['auth.passkey-added', 3001],
    ['users.user-blocked', 3001],
    ['operators.role-granted', 3004],
    ['notifications.answered', 6003],
  ])('is of the class that %s belongs to', (kind, classUid) => {
    expect(ocsf(kind)).toMatchObject({
      class_uid: classUid,
      category_uid: Math.floor(classUid / 1_000),
      type_uid: classUid * 100 + 99,
      activity_name: kind,
    });
  });

  it('names the time in milliseconds, the tenant, the place in the chain, and who did what to whom', () => {
    expect(ocsf('users.user-blocked', { outcome: 'refused' })).toMatchObject({
      ...{ time: Date.parse('2026-06-01T12:00:00.123Z'), status_id: 2, severity_id: 3 },
      metadata: { uid: entry('').id, sequence: 7, tenant_uid: 'acme', correlation_uid: 'req-1' },
      ...{ actor: { user: { uid: 'a-1', type: 'user' } }, user: { uid: 's-1' }, src_endpoint: { ip: '203.0.113.7' } },
    });
  });

  it('leaves out what there is not', () => {
    const told = ocsf('system.started', { subjectAlias: null, address: null });
    expect(told).not.toHaveProperty('user');
    expect(told).not.toHaveProperty('src_endpoint');
  });

  it('says of a gap which numbers are missing', () => {
    expect(JSON.parse(gapLine('ocsf', { from: 2, to: 4 }))).toMatchObject({
      severity_id: 5,
      message: 'The entries 2 to 4 of the audit log are missing.',
    });
  });
});
