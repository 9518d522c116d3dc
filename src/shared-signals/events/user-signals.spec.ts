import { userStatus } from '../../users/user/user-status.js';
import { ACCOUNT_DISABLED, ACCOUNT_ENABLED, SESSION_REVOKED } from '../streams/event-types.js';
import { signalOfCredential, signalsOfStatus } from './user-signals.js';

const AT = new Date('2026-01-31T09:30:00.900Z');

describe('A change of a status', () => {
  const arrows = userStatus.expanded.flatMap(([from, , to]) => (from === null ? [] : [[from, to] as const]));

  it.each(arrows)('is told as far as the user can sign in before or after: %s to %s', (from, to) => {
    const types = signalsOfStatus({ from, to, by: 'enterprise' }, AT).map(({ type }) => type);
    if (from === 'ACTIVE') expect(types).toEqual([SESSION_REVOKED, ACCOUNT_DISABLED]);
    else expect(types).toEqual(to === 'ACTIVE' ? [ACCOUNT_ENABLED] : []);
  });

  it.each([
    ['enterprise', 'admin'],
    ['user', 'user'],
    ['attempts', 'policy'],
    ['time', 'policy'],
  ])('names who initiated it: by %s is %s, at whole seconds', (by, initiating_entity) => {
    const [revoked] = signalsOfStatus({ from: 'ACTIVE', to: 'BLOCKED', by }, AT);
    expect(revoked?.event).toEqual({ event_timestamp: 1_769_851_800, initiating_entity });
  });
});

describe('A change of a credential', () => {
  it.each([
    ['passkeyAdded', 'passkey', 'create'],
    ['recovered', 'password', 'update'],
    ['totpRemoved', 'app', 'delete'],
    ['recoveryCodesMade', 'recovery-codes', 'create'],
  ])('%s is told as %s, %s', (change, credential_type, change_type) => {
    expect(signalOfCredential(change, 'user', AT)?.event).toMatchObject({ credential_type, change_type });
  });

  it('is none when a recovery code is used', () => {
    expect(signalOfCredential('recoveryCodeUsed', 'user', AT)).toBeUndefined();
  });
});
