import type { Config } from '../../../config.js';
import { type OperationName, operationNames, operationOf } from '../operations.js';
import { SOCKET_PATH } from '../sockets/socket-access.service.js';
import { examples } from './mobile-examples.js';
import { argumentsSchema, exampleEvent, mobileEvent } from './mobile-paths.document.js';
import { named } from './named-schemas.js';

const id = { type: ['string', 'integer', 'null'], description: 'By which the caller knows the answers of a call.' };

const call = (name: string, given: object, example: object, summary: string) => ({
  name,
  summary,
  contentType: 'application/json',
  payload: {
    type: 'object',
    required: ['operation'],
    properties: { id, operation: { const: name }, arguments: given },
  },
  examples: [{ payload: { id: 'call-1', operation: name, arguments: example } }],
});

const event = (name: string, example: object, summary: string) => ({
  name,
  summary,
  contentType: 'application/json',
  payload: { ...mobileEvent, properties: { id, ...('properties' in mobileEvent ? mobileEvent.properties : {}) } },
  examples: [{ payload: example }],
});

const pushed = (name: string, data: object) => ({
  event: name,
  response: { StatusCode: 100, StatusMsg: 'Success', ResponseData: data },
});

const listed = (name: OperationName) => {
  const schema = argumentsSchema(name);
  return { oneOf: [schema, { type: 'array', description: 'In the order of the names.' }] };
};

const authenticate = call(
  'Authenticate',
  {
    type: 'object',
    required: ['token'],
    properties: {
      token: { type: 'string', description: 'An access token with the scope `notifications`.' },
      cursor: { type: 'string', description: 'The last cursor: what was missed since is told.' },
      proof: {
        type: 'string',
        description: 'A DPoP proof (GET, the URL of the socket), for a token that is bound to a key.',
      },
    },
  },
  { token: 'eyJ…', cursor: 'NzEy…' },
  'The first message, within ten seconds; again to renew the token.',
);

const answer = {
  name: 'answer',
  summary: 'At once: whether a call is accepted.',
  contentType: 'application/json',
  payload: {
    type: 'object',
    required: ['id', 'error'],
    properties: {
      id,
      error: {
        type: 'object',
        required: ['longErrorCode', 'shortErrorCode', 'errorString'],
        properties: {
          longErrorCode: { type: 'integer', enum: [0, 4, 39, 141] },
          shortErrorCode: { type: 'integer', enum: [0, 4, 39, 141] },
          errorString: { type: 'string' },
        },
      },
    },
  },
  examples: [{ payload: { id: 'call-1', error: { longErrorCode: 0, shortErrorCode: 0, errorString: 'Success' } } }],
};

const changes = {
  cursor: 'NzEy…',
  changes: [{ notification_uuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77', status: 'UPDATED' }],
};
const ADDED = {
  device_id: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e78',
  ...{ name: 'My phone', platform: 'android', registered_at: '2026-01-31T09:30:00.000Z' },
};
const EXPIRES = { expires_at: '2026-01-31T09:35:00.000Z' };

const sent = Object.fromEntries([
  ['Authenticate', authenticate],
  ...operationNames.map(
    (name) => [name, call(name, listed(name), examples[name].given, examples[name].summary)] as const,
  ),
]) as Record<string, object>;

const received = Object.fromEntries([
  ['answer', answer],
  [
    'onAuthenticate',
    event('onAuthenticate', pushed('onAuthenticate', { ...EXPIRES, cursor: 'NzEy…' }), 'The token holds.'),
  ],
  ...operationNames.map(
    (name) =>
      [operationOf(name).event, event(operationOf(name).event, exampleEvent(name), `What came of ${name}.`)] as const,
  ),
  [
    'onNotificationsChanged',
    event(
      'onNotificationsChanged',
      pushed('onNotificationsChanged', changes),
      'Notifications of the user have changed. With `reset` true: read everything anew.',
    ),
  ],
  [
    'onDeviceAdded',
    event(
      'onDeviceAdded',
      pushed('onDeviceAdded', ADDED),
      'The user has registered a device, this one or another. If it was not the user, it must be removed.',
    ),
  ],
  [
    'onTokenExpiring',
    event('onTokenExpiring', pushed('onTokenExpiring', EXPIRES), 'The socket is closed in 30 s by 4401.'),
  ],
]) as Record<string, object>;

const callback = {
  name: 'callback',
  summary: 'The final state of one notification, to its `callback_url`.',
  contentType: 'application/json',
  headers: {
    type: 'object',
    required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    properties: {
      'webhook-id': { type: 'string', description: 'The same for every delivery of one callback.' },
      'webhook-timestamp': { type: 'string' },
      'webhook-signature': { type: 'string', description: 'Standard Webhooks, with the secret of the endpoint.' },
    },
  },
  payload: {
    type: 'object',
    required: ['notification_uuid', 'status', 'action_response'],
    additionalProperties: true,
    properties: {
      user_id: { type: 'string' },
      notification_uuid: { type: 'string', format: 'uuid' },
      status: { type: 'string' },
      action_response: { type: 'string' },
      is_ds_verified: { type: 'boolean' },
      signing_status: { type: 'string', enum: ['Verified', 'Failed', 'NA'] },
      msg_id: { type: 'string' },
      evidence: { type: 'object', description: 'Of a signed answer.' },
    },
  },
};

interface Message {
  readonly headers?: object;
  readonly payload?: object;
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const ref = (title: string) => ({ $ref: `#/components/schemas/${title}` });

const withNames = (messages: Readonly<Record<string, Message>>): object =>
  Object.fromEntries(
    Object.entries(messages).map(([name, { headers, payload, ...rest }]) => [
      name,
      {
        ...rest,
        ...(headers && { headers: ref(`${titleOf(name)}Headers`) }),
        ...(payload && { payload: ref(titleOf(name)) }),
      },
    ]),
  );

/** Schemas of the messages by name, so that generators make one type of each. */
const schemasOf = (messages: Readonly<Record<string, Message>>): object =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([name, { headers, payload }]) => [
      ...(payload ? [[titleOf(name), named(titleOf(name), payload)] as const] : []),
      ...(headers ? [[`${titleOf(name)}Headers`, named(`${titleOf(name)}Headers`, headers)] as const] : []),
    ]),
  );

const refs = (channel: string, messages: Readonly<Record<string, object>>) =>
  Object.keys(messages).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

/** The socket and the callbacks, by AsyncAPI 3. */
export function asyncApiOf({ brandName, mobileUrl, managementUrl }: Config): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${brandName}: sockets and callbacks`,
      version: '1.0.0',
      description:
        'The operations by WebSocket, and what is sent without being asked for. At most 64 KiB a message, 8 open calls a ' +
        'socket and 20 sockets a user: beyond that it is closed by 4429. A token that is expired or void closes it by 4401.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      mobile: { host: new URL(mobileUrl).host, protocol: 'wss', description: 'The mobile surface.' },
      management: {
        host: new URL(managementUrl).host,
        protocol: 'https',
        description: 'From where callbacks are registered.',
      },
    },
    channels: {
      socket: {
        address: SOCKET_PATH,
        description: 'One socket of one user.',
        servers: [{ $ref: '#/servers/mobile' }],
        messages: withNames({ ...sent, ...received }),
      },
      callbacks: {
        address: null,
        description: 'The `callback_url` of a notification: of the origin of a registered webhook endpoint.',
        messages: withNames({ callback }),
      },
    },
    operations: {
      call: {
        action: 'receive',
        summary: 'What a client sends.',
        channel: { $ref: '#/channels/socket' },
        messages: refs('socket', sent),
      },
      tell: {
        action: 'send',
        summary: 'What a client is told.',
        channel: { $ref: '#/channels/socket' },
        messages: refs('socket', received),
      },
      callBack: {
        action: 'send',
        summary: 'What the server of an enterprise is told.',
        channel: { $ref: '#/channels/callbacks' },
        messages: refs('callbacks', { callback }),
      },
    },
    components: { schemas: schemasOf({ ...sent, ...received, callback }) },
  };
}
