import type { Config } from '../../../config.js';
import { type OperationName, operationNames, operationOf } from '../operations.js';
import { SOCKET_PATH } from '../sockets/socket-access.service.js';
import { examples } from './mobile-examples.js';
import { argumentsSchema, exampleEvent, mobileEvent } from './mobile-paths.document.js';
import { named } from './named-schemas.js';
import { callback } from './callback.message.js';

const id = {
  type: ['string', 'integer', 'null'],
  description: 'An id that you choose for the call. The answer and the event of the call contain the same id.',
};

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
  return {
    oneOf: [
      schema,
      {
        type: 'array',
        description: 'The arguments as a list, in the same order as the properties of the object form.',
      },
    ],
  };
};

const authenticate = call(
  'Authenticate',
  {
    type: 'object',
    required: ['token'],
    properties: {
      token: { type: 'string', description: 'An access token with the scope `notifications`.' },
      cursor: {
        type: 'string',
        description: 'The last cursor that you received. The service sends the changes since then.',
      },
      proof: {
        type: 'string',
        description: 'A DPoP proof (method GET, URL of the socket). Required if the token is bound to a DPoP key.',
      },
    },
  },
  { token: 'eyJ…', cursor: 'NzEy…' },
  'Authenticates the socket. Send this message first, within ten seconds of connecting. Send it again to renew the token.',
);

const answer = {
  name: 'answer',
  summary: 'Says at once whether a call was accepted. The result of the call follows as an event.',
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

/** The names of all operations whose result is sent as this event, joined by `or`. */
const namesOf = (event: string): string =>
  operationNames.filter((name) => operationOf(name).event === event).join(' or ');

const received = Object.fromEntries([
  ['answer', answer],
  [
    'onAuthenticate',
    event(
      'onAuthenticate',
      pushed('onAuthenticate', { ...EXPIRES, cursor: 'NzEy…' }),
      'The token is valid, and the socket is authenticated.',
    ),
  ],
  ...operationNames.map(
    (name) =>
      [
        operationOf(name).event,
        event(operationOf(name).event, exampleEvent(name), `The result of ${namesOf(operationOf(name).event)}.`),
      ] as const,
  ),
  [
    'onNotificationsChanged',
    event(
      'onNotificationsChanged',
      pushed('onNotificationsChanged', changes),
      'Notifications of the user have changed. If `reset` is true, read all lists again.',
    ),
  ],
  [
    'onDeviceAdded',
    event(
      'onDeviceAdded',
      pushed('onDeviceAdded', ADDED),
      'A device was registered for the user: this one or another one. If the user did not register it, it must be removed.',
    ),
  ],
  [
    'onTokenExpiring',
    event(
      'onTokenExpiring',
      pushed('onTokenExpiring', EXPIRES),
      'The access token expires soon. The socket will be closed with code 4401 in 30 seconds, unless you send Authenticate with a new token.',
    ),
  ],
]) as Record<string, object>;

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

/** The schemas of the messages, by name, so that code generators create one type for each message. */
const schemasOf = (messages: Readonly<Record<string, Message>>): object =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([name, { headers, payload }]) => [
      ...(payload ? [[titleOf(name), named(titleOf(name), payload)] as const] : []),
      ...(headers ? [[`${titleOf(name)}Headers`, named(`${titleOf(name)}Headers`, headers)] as const] : []),
    ]),
  );

const refs = (channel: string, messages: Readonly<Record<string, object>>) =>
  Object.keys(messages).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

/** The AsyncAPI 3 document of the socket and the callbacks. */
export function asyncApiOf({ brandName, mobileUrl, managementUrl }: Config): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${brandName}: sockets and callbacks`,
      version: '1.0.0',
      description:
        'The mobile operations over WebSocket, and the events that the service sends without a call. A message can contain at most 64 KiB. A socket can have at most ' +
        '8 open calls. A user can have at most 20 sockets. A socket that exceeds a limit is closed with code 4429. A socket whose token has expired or was revoked is closed with code 4401.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      mobile: { host: new URL(mobileUrl).host, protocol: 'wss', description: 'The mobile API surface.' },
      management: {
        host: new URL(managementUrl).host,
        protocol: 'https',
        description: 'The management API surface, on which webhook endpoints are registered.',
      },
    },
    channels: {
      socket: {
        address: SOCKET_PATH,
        description: 'One WebSocket connection of one user.',
        servers: [{ $ref: '#/servers/mobile' }],
        messages: withNames({ ...sent, ...received }),
      },
      callbacks: {
        address: null,
        description:
          'The `callback_url` of a notification. It must have the same origin as a registered webhook endpoint.',
        messages: withNames({ callback }),
      },
    },
    operations: {
      call: {
        action: 'receive',
        summary: 'Messages that a client sends.',
        channel: { $ref: '#/channels/socket' },
        messages: refs('socket', sent),
      },
      tell: {
        action: 'send',
        summary: 'Messages that the service sends to a client.',
        channel: { $ref: '#/channels/socket' },
        messages: refs('socket', received),
      },
      callBack: {
        action: 'send',
        summary: 'Callbacks that the service sends to the server of an enterprise.',
        channel: { $ref: '#/channels/callbacks' },
        messages: refs('callbacks', { callback }),
      },
    },
    components: { schemas: schemasOf({ ...sent, ...received, callback }) },
  };
}
