import { formOf, json, object, problem, refusal, text, type Operation, type Schema } from './operation.parts.js';
import { AUTHENTICATED, clientAuthentication } from './token.operations.js';

const deviceRequest: Record<string, Schema> = {
  scope: text('The requested scopes, separated by spaces.', { example: 'openid profile offline_access' }),
  resource: text('The API for which the access token is requested (RFC 8707).', { format: 'uri' }),
  acr_values: text('The level that the sign-in must have.', { example: 'urn:countersign:acr:2' }),
  ui_locales: text('The languages of the pages, the preferred one first, separated by spaces.', { example: 'de en' }),
  ...clientAuthentication,
};

export const requestDeviceAuthorization: Operation = {
  operationId: 'requestDeviceAuthorization',
  tags: ['Signing in'],
  summary: 'Get a code for a device without a keyboard',
  description:
    'OAuth 2.0 Device Authorization Grant (RFC 8628). The device shows a code. The user enters the code in a browser on another device, and signs in there. The first device then gets its tokens at the token endpoint. Requires the grant type `urn:ietf:params:oauth:grant-type:device_code`.',
  security: AUTHENTICATED,
  requestBody: formOf(object(deviceRequest), {
    television: { client_id: 'd3b07384-d9a0-4c9b-8f0e-6f2d1c3a5b7e', scope: 'openid profile offline_access' },
  }),
  responses: {
    '200': json(
      'The codes, and the address of the page where the user enters one of them.',
      object(
        {
          device_code: text('The code that the device sends to the token endpoint. Do not show it to the user.'),
          user_code: text('The code that the device shows.', { example: 'WDJB-MJHT' }),
          verification_uri: text('The address of the page where the user enters the code.', { format: 'uri' }),
          verification_uri_complete: text(
            'The address of the same page with the user code included. Show it as a QR code.',
            { format: 'uri' },
          ),
          expires_in: { type: 'integer', description: 'How long both codes are valid, in seconds.' },
          interval: {
            type: 'integer',
            description:
              'How long to wait between two token requests, in seconds. After each `slow_down`, wait five seconds longer.',
          },
        },
        ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in', 'interval'],
      ),
      {
        television: {
          device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS',
          user_code: 'WDJB-MJHT',
          verification_uri: 'https://id.example.com/device',
          verification_uri_complete: 'https://id.example.com/device?user_code=WDJB-MJHT',
          expires_in: 600,
          interval: 5,
        },
      },
    ),
    '400': refusal('The request was refused, and no code was issued.', {
      invalid_request: 'urn:ietf:params:oauth:grant-type:device_code is not allowed for this client',
      invalid_scope: 'requested scope is not allowed',
      temporarily_unavailable: 'too many codes were asked for at this address: wait a minute',
    }),
    '401': refusal('The client authentication failed.', { invalid_client: 'client authentication failed' }),
    '429': problem('Too many requests from this address.'),
  },
};
