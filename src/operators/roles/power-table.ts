import { type RightName, scopeOfRight } from './role-table.js';

/** A route that changes something, and its requirements for operators. Clients only need the scopes of the route. */
export interface Power {
  /** The method and the path as in the router, such as `PUT /v1/users/:userId/status`. */
  readonly route: string;
  readonly right: RightName;
  /**
   * Whether the operator must have used a passkey in the five minutes before each call. A request for a second
   * operator's approval always requires this.
   */
  readonly freshPasskey: boolean;
  readonly second?: {
    /** The right that both the requester and the second operator must have. */
    readonly right: RightName;
    /** The condition under which a second operator is needed, or `always`. */
    readonly when: string;
  };
}

type Sign = '●' | '·';

/**
 * Creates a row of the table of routes. `●` means that each call requires a recently used passkey. The last two cells
 * are the right that the second operator needs, and the condition under which one is needed.
 */
function power(route: string, right: RightName, passkey: Sign, ...[second, when]: [RightName, string] | []): Power {
  const asked = second === undefined || when === undefined ? {} : { second: { right: second, when } };
  return { route, right, freshPasskey: passkey === '●', ...asked };
}

const ALWAYS = 'always';
const OF_ALL = 'it is about an owner of all enterprises, and there is another such owner';

const LAST_FACTOR = 'it is the only second factor left besides the password';

/**
 * All routes by which operators can change something. Operators are refused at any route that changes something but is
 * not listed here. Routes that only read, or that only concern the caller, require the right `figures`, which every
 * role has.
 */
export const powers: readonly Power[] = [
  power('POST /v1/users', 'act', '·'),
  power('POST /v1/userBatches', 'act', '·'),
  power('POST /v1/userActions', 'act', '·', 'remove', 'it is for more users than `CONSOLE_ACTION_LIMIT`'),
  power('PATCH /v1/users/:userId', 'act', '·'),
  power('PUT /v1/users/:userId/status', 'act', '·', 'remove', 'the status is `RESET` or `DELETED`'),
  power(
    'POST /v1/users/:userId/activationCode',
    'act',
    '·',
    'remove',
    'an operator changed the e-mail address or mobile number within the last day',
  ),
  power('POST /v1/users/:userId/export', 'remove', '·', 'remove', ALWAYS),
  power('POST /v1/userExports', 'remove', '·', 'remove', 'it names no users, or more than `CONSOLE_ACTION_LIMIT`'),
  power('POST /v1/userExports/:exportId/file', 'remove', '●'),
  power('DELETE /v1/users/:userId/loginSessions', 'act', '·'),
  power('DELETE /v1/users/:userId/loginSessions/:id', 'act', '·'),
  power('DELETE /v1/users/:userId/loginTries', 'act', '·'),
  power('DELETE /v1/users/:userId/applications/:clientId', 'act', '·'),
  power('DELETE /v1/users/:userId/passkeys/:id', 'act', '·', 'remove', LAST_FACTOR),
  power('DELETE /v1/users/:userId/totp', 'act', '·', 'remove', LAST_FACTOR),
  power('DELETE /v1/users/:userId/recoveryCodes', 'act', '·'),
  power('DELETE /v1/users/:userId/factorRecovery', 'act', '·'),
  power('PATCH /v1/users/:userId/devices/:deviceId', 'act', '·', 'remove', `the call blocks it, and ${LAST_FACTOR}`),
  power('DELETE /v1/users/:userId/devices/:deviceId', 'act', '·', 'remove', LAST_FACTOR),

  power('POST /v1/idvSessions/:sessionId/cancel', 'open', '·'),
  power('DELETE /v1/idvSessions/:sessionId/evidence', 'removeEvidence', '·', 'removeEvidence', ALWAYS),
  power('POST /v1/idvSessions/:sessionId/claim', 'review', '·'),
  power('DELETE /v1/idvSessions/:sessionId/claim', 'review', '·'),
  power('POST /v1/idvReviews/:reviewId/decision', 'review', '·'),
  power('POST /v1/idvWebTokens', 'open', '·'),
  power('POST /v1/idvWebTokens/:web_session_id/cancel', 'open', '·'),

  power('POST /v1/notifications', 'open', '·'),
  power('POST /v1/notifications/:notificationUuid/cancel', 'open', '·'),
  power('POST /v1/notificationTemplates', 'open', '●'),
  power('PUT /v1/notificationTemplates/:templateId', 'open', '●'),
  power('DELETE /v1/notificationTemplates/:templateId', 'open', '●'),
  power('POST /v1/notificationTemplates/:templateId/preview', 'notifications', '·'),

  power('POST /v1/authorizationDetailTypes', 'configure', '●'),
  power('PATCH /v1/authorizationDetailTypes/:type', 'configure', '●'),
  power('DELETE /v1/authorizationDetailTypes/:type', 'configure', '●'),
  power('POST /v1/apis', 'configure', '●', 'secure', 'the API is live'),
  power('PATCH /v1/apis/:id', 'configure', '●', 'secure', 'the API is live'),
  power('DELETE /v1/apis/:id', 'configure', '●', 'secure', 'the API is live'),
  power('POST /v1/initialAccessTokens', 'configure', '●', 'secure', 'the token is for live clients'),
  power('DELETE /v1/initialAccessTokens/:id', 'configure', '●'),
  power('POST /v1/clients', 'configure', '●', 'secure', 'the client is privileged'),
  power('PATCH /v1/clients/:clientId', 'configure', '●', 'secure', 'the client becomes privileged, or has users'),
  power('DELETE /v1/clients/:clientId', 'configure', '●', 'secure', 'the client has users'),
  power(
    'POST /v1/clients/:clientId/secrets',
    'configure',
    '●',
    'secure',
    'the old secret stops working immediately, or the client is privileged or has users',
  ),
  power('POST /v1/keys/rotation', 'secure', '●', 'secure', 'the key is compromised'),

  power('POST /v1/ssf/streams', 'configure', '·'),
  power('PATCH /v1/ssf/streams', 'configure', '·'),
  power('PUT /v1/ssf/streams', 'configure', '·'),
  power('DELETE /v1/ssf/streams', 'configure', '·'),
  power('POST /v1/ssf/status', 'configure', '·'),
  power('POST /v1/ssf/subjects/add', 'configure', '·'),
  power('POST /v1/ssf/subjects/remove', 'configure', '·'),
  power('POST /v1/ssf/verify', 'configure', '·'),
  power('POST /v1/ssf/streams/:stream_id/events', 'configure', '·'),

  power('POST /v1/webhookEndpoints', 'configure', '●', 'secure', 'it is for live data'),
  power(
    'PATCH /v1/webhookEndpoints/:endpointId',
    'configure',
    '●',
    'secure',
    'it is for live data, and the address is new or an event type is added',
  ),
  power('DELETE /v1/webhookEndpoints/:endpointId', 'configure', '●'),
  power('POST /v1/webhookEndpoints/:endpointId/rotateSecret', 'configure', '●', 'secure', 'it is for live data'),
  power('POST /v1/webhookEndpoints/:endpointId/test', 'replay', '·'),
  power('POST /v1/webhookEndpoints/:endpointId/replayFailed', 'replay', '·'),
  power('POST /v1/webhookEndpoints/:endpointId/deliveries/:deliveryId/replay', 'replay', '·'),
  power('POST /v1/webhookEndpoints/:endpointId/deliveries/:deliveryId/tryNow', 'replay', '·'),

  power('POST /v1/enterprises', 'enterprise', '●'),
  power('PATCH /v1/enterprises/:enterpriseId', 'enterprise', '●', 'secure', 'PKCE is no longer required'),

  power('POST /v1/operators', 'operators', '●', 'owners', OF_ALL),
  power('PATCH /v1/operators/:operatorId', 'operators', '●', 'owners', OF_ALL),
  power('DELETE /v1/operators/:operatorId', 'operators', '●', 'owners', OF_ALL),
  power('POST /v1/operators/:operatorId/invitation', 'operators', '●', 'owners', OF_ALL),
  power('POST /v1/fourEyes/:requestId/agreement', 'figures', '●'),
  power('POST /v1/fourEyes/:requestId/refusal', 'figures', '·'),
  power('GET /v1/fourEyes/:requestId/answer', 'figures', '●'),
  power('DELETE /v1/me/sessions', 'figures', '·'),
  power('PUT /v1/me/alarms', 'figures', '●'),
  power('POST /v1/me/alarms/test', 'figures', '·'),

  power('POST /v1/events/:eventId/replay', 'system', '·'),
  power('DELETE /v1/events/:eventId', 'system', '●'),
  power('POST /v1/jobs/:jobId/replay', 'system', '·'),
  power('DELETE /v1/jobs/:jobId', 'system', '●'),
];

const byRoute = new Map(powers.map((one) => [one.route, one]));

export const powerOf = (route: string): Power | undefined => byRoute.get(route);

/** The scope that a second operator needs in order to approve a call of the route. */
export const scopeOfSecond = ({ second }: Power): string | undefined => second && scopeOfRight(second.right);
