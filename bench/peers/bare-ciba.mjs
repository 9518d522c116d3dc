import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { errors, Provider } from 'oidc-provider';

/**
 * The protocol engine's own CIBA with its data in memory, as the baseline. A phone lists the open requests and posts a
 * signed answer, whose signature is verified but not stored. PEER contains the client, the keys of the phones and the
 * address of the client's ping endpoint.
 */
const { clientId, clientSecret, pingUrl, phones } = JSON.parse(process.env.PEER);
const keys = new Map(phones.map(({ userId, key }) => [userId, createPublicKey({ key, format: 'jwk' })]));
const open = new Map();
const ec = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256' };

const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [], response_types: [] },
      grant_types: ['urn:openid:params:grant-type:ciba'],
      backchannel_token_delivery_mode: 'ping',
      backchannel_client_notification_endpoint: pingUrl,
      authorization_details_types: ['payment_initiation'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...ec, use: 'sig' }] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  cookies: { keys: ['bench'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  /** The engine's default `fetch` refuses loopback addresses, but the ping endpoint of the bench is one. */
  fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined }),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'https://api.example',
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        ...{ scope: '', audience: 'https://api.example', accessTokenFormat: 'jwt', accessTokenTTL: 300 },
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
    richAuthorizationRequests: {
      enabled: true,
      types: { payment_initiation: { validate: () => undefined } },
      authorizationDetailsForGrantSource: () => undefined,
      authorizationDetailsForAccessToken: (_ctx, _token, source) => source.rar,
      authorizationDetailsForIntrospection: (_ctx, token) => token.rar,
    },
    ciba: {
      enabled: true,
      deliveryModes: ['poll', 'ping'],
      processLoginHint: (_ctx, hint) => (keys.has(hint) ? hint : undefined),
      validateRequestContext: () => undefined,
      validateBindingMessage: () => undefined,
      verifyUserCode: () => undefined,
      triggerAuthenticationDevice: (_ctx, request, account) => {
        open.set(account.accountId, request);
      },
    },
  },
});
provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack}\n`));

async function answerOf(userId, { input, signature }) {
  const signed = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(input), { key: keys.get(userId), dsaEncoding: 'ieee-p1363' }, signed))
    throw new errors.AccessDenied();
  const request = open.get(userId);
  open.delete(userId);
  const grant = new provider.Grant({ accountId: userId, clientId });
  grant.addOIDCScope('openid');
  const rar = JSON.parse(request.params.authorization_details);
  for (const detail of rar) grant.addRar?.(detail);
  await grant.save();
  await provider.backchannelResult(request, grant, { rar });
}

const engine = provider.callback();
const server = createServer((request, response) => {
  const [, place, userId] = request.url.split('/');
  if (place !== 'phone') return engine(request, response);
  const done = (status, body) => response.writeHead(status).end(JSON.stringify(body));
  if (request.method === 'GET') return done(200, open.get(userId)?.params ?? {});
  return json(request)
    .then((answer) => answerOf(userId, answer))
    .then(
      () => done(200, {}),
      (error) => done(500, { error: String(error.stack) }),
    );
}).listen(0, '127.0.0.1', () => process.send(server.address().port));
