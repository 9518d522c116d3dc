import type { TestApplication } from '../application.js';
import { TestOperator } from '../operators.js';
import { portalOf } from '../tokens.js';
import { type ConsoleData, makeConsoleData } from './console-data.js';

/** One person in live and one in test data, with everything that an operator can view. */
export interface ConsolePeople {
  readonly data: ConsoleData;
  /** The values of path parameters, for live and test data. */
  readonly ids: Readonly<Record<'live' | 'test', Readonly<Record<string, string>>>>;
  /** Contact data that only operators with the right to it may see, in every form in which it could appear. */
  readonly contact: readonly string[];
}

const CONTACT = { emailId: 'kept.secret@mail.example', mobileNumber: '+4366477318842', loginId: 'login-of-hers-7731' };

export async function makeConsolePeople(running: TestApplication): Promise<ConsolePeople> {
  const data = await makeConsoleData(running);
  const session = await data.verifications.inReview();
  const scopes = ['users:read', 'users:write', 'clients:read', 'clients:write'];
  const test = await portalOf(running, { scopes, test: true });
  for (const [portal, userId] of [
    [await portalOf(running, { scopes }), 'elena.marsh'],
    [test, session.userId],
  ] as const) {
    const changed = await portal.patch(`/v1/users/${userId}`, CONTACT);
    if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  }
  const all = await TestOperator.with(running, ['owner', 'reviewer', 'security', 'support', 'developer']);
  const first = async (path: string) => {
    const [list] = Object.values((await all.get(path)).body).filter((one) => Array.isArray(one));
    return (list as any[] | undefined)?.[0] ?? {};
  };
  const delivery = await first(`/api/v1/webhookEndpoints/${data.endpointId}/deliveries`);
  const device = await first('/api/v1/users/elena.marsh/devices');
  const entry = await first('/api/v1/auditEvents');
  const asked = await all.call('POST', '/api/v1/users/elena.marsh/export', { comments: 'She asked for it' });
  const common = { operatorId: all.sub, enterpriseId: 'default', clientId: data.portal.clientId, id: entry.id };
  return {
    data,
    contact: ['kept.secret@', '66477318842', 'login-of-hers'],
    ids: {
      live: {
        ...common,
        userId: 'elena.marsh',
        deviceId: device.deviceId,
        notificationUuid: data.answered,
        notification_uuid: data.answered,
        endpointId: data.endpointId,
        deliveryId: delivery.deliveryId,
        name: 'users.byStatus',
        requestId: String(asked.body.id),
      },
      test: {
        ...{ ...common, userId: session.userId, sessionId: session.sessionId, reviewId: session.sessionId },
        kind: 'front',
      },
    },
  };
}
