import { calculateJwkThumbprint, exportJWK } from 'jose';
import { ellipticPair, type FapiClient, type FapiPlan, type Module, type Pair } from './fapi-client.js';

const now = (): number => Math.floor(Date.now() / 1_000);
const thumbprint = async ({ publicKey }: Pair): Promise<string> => calculateJwkThumbprint(await exportJWK(publicKey));
const atPar = (client: FapiClient, pair?: Pair) => client.proof({ htu: client.endpoint('par') }, pair);

/** A whole flow whose DPoP proofs have these claims in addition to their own. */
const flowWith = (claims: () => object) => async (plan: FapiPlan) => {
  const { client } = plan;
  const { status, body } = await client.redeem(await plan.code(), {}, { proof: await client.proof({ ...claims() }) });
  expect(status).toBe(200);
  const proof = await client.proofFor(body.access_token, { ...claims() });
  expect((await client.resource(body.access_token, { DPoP: proof })).status).toBe(200);
};

/** Modules about tokens that are bound to the key of their client (DPoP), and about refresh tokens. */
export const bindingModules: readonly Module[] = [
  [
    'access-token-type-header-case-sensitivity',
    'the scheme DPoP is understood in small and in capital letters',
    async (plan) => {
      const { access_token: token = '' } = await plan.tokens();
      for (const scheme of ['dpop', 'DPOP', 'DPoP'])
        expect((await plan.client.resource(token, { Authorization: `${scheme} ${token}` })).status).toBe(200);
    },
  ],
  [
    'check-dpop-proof-nbf-exp',
    'a proof may say from when to when it is valid',
    flowWith(() => ({ nbf: now(), exp: now() + 300 })),
  ],
  [
    'ensure-dpopproof-with-iat-10seconds-before-succeeds',
    'a proof that was made ten seconds ago is taken',
    flowWith(() => ({ iat: now() - 10 })),
  ],
  [
    'ensure-dpopproof-with-iat-10seconds-after-succeeds',
    'a proof of a clock that is ten seconds ahead is taken',
    flowWith(() => ({ iat: now() + 10 })),
  ],
  [
    'ensure-mismatched-dpop-jkt-fails',
    'a pushed request whose proof is of another key than its dpop_jkt is refused',
    async ({ client }) => {
      const { status, body } = await client.push(
        { dpop_jkt: await thumbprint(ellipticPair()) },
        { proof: await atPar(client) },
      );
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  ],
  [
    'ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt',
    'a code that was bound by a proof is refused with a proof of another key',
    async (plan) => {
      const { client } = plan;
      const code = await plan.code({}, { proof: await atPar(client) });
      const { status } = await client.redeem(code, {}, { proof: await client.proof({}, ellipticPair()) });
      expect(status).toBe(400);
    },
  ],
  [
    'ensure-token-endpoint-fails-with-mismatched-dpop-jkt',
    'a code that was bound by dpop_jkt is refused with a proof of another key',
    async (plan) => {
      const code = await plan.code({ dpop_jkt: await thumbprint(ellipticPair()) });
      expect((await plan.client.redeem(code)).status).toBe(400);
    },
  ],
  [
    'ensure-dpopproof-at-par-endpoint-binding-success',
    'a code that was bound by a proof is good with that key',
    async (plan) => {
      const code = await plan.code({}, { proof: await atPar(plan.client) });
      expect((await plan.client.redeem(code)).status).toBe(200);
    },
  ],
  [
    'ensure-dpop-auth-code-binding-success',
    'a code that was bound by dpop_jkt is good with that key',
    async (plan) => {
      const code = await plan.code({ dpop_jkt: await thumbprint(plan.client.dpop) });
      expect((await plan.client.redeem(code)).status).toBe(200);
    },
  ],
  [
    'ensure-holder-of-key-required',
    'a token request without a proof is refused',
    async (plan) => {
      const { status, body } = await plan.client.redeem(await plan.code(), {}, { proof: null });
      expect(status).toBe(400);
      expect(['invalid_grant', 'invalid_request', 'invalid_dpop_proof']).toContain(body.error);
    },
  ],
  [
    'dpop-negative-tests',
    'a proof with any fault is refused, and unknown members do no harm',
    async (plan) => {
      const { client } = plan;
      const { access_token: token = '' } = await plan.tokens();
      const statusWith = async (claims: object, pair?: Pair, header?: object) =>
        (await client.resource(token, { DPoP: await client.proofFor(token, { ...claims }, pair, { ...header }) }))
          .status;
      const htu = client.endpoint('userinfo');
      expect(await statusWith({})).toBe(200);
      expect(await statusWith({ htu: `${htu}?a=b#c` })).toBe(200);
      expect(await statusWith({ extra: 'x' }, undefined, { extra: 'x' })).toBe(200);
      const privateJwk = await exportJWK(client.dpop.privateKey);
      const faults: readonly (readonly [object, Pair?, object?])[] = [
        ...['jti', 'htm', 'htu', 'iat', 'ath'].map((claim) => [{ [claim]: undefined }] as const),
        [{}, undefined, { typ: undefined }],
        [{}, undefined, { typ: 'jwt' }],
        [{}, undefined, { jwk: undefined }],
        [{}, undefined, { jwk: privateJwk }],
        [{ htm: 'PUT' }],
        [{ htu: 'https://www.certification.openid.net' }],
        [{ iat: now() + 3_600 }],
        [{ iat: now() - 3_600 }],
        [{ ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo' }],
        [{}, ellipticPair()],
      ];
      for (const fault of faults) expect([400, 401]).toContain(await statusWith(...fault));
      const [header, payload, signature = ''] = (await client.proofFor(token)).split('.');
      const none = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none' })).toString('base64url');
      const noAlgorithm = Buffer.from(JSON.stringify({ typ: 'dpop+jwt' })).toString('base64url');
      const mirrored = signature.split('').reverse().join('');
      for (const broken of [
        `${header}.${payload}`,
        `${none}.${payload}.`,
        `${noAlgorithm}.${payload}.${signature}`,
        `${header}.${payload}.${mirrored}`,
      ])
        expect([400, 401]).toContain((await client.resource(token, { DPoP: broken })).status);
      const used = await client.proofFor(token);
      expect((await client.resource(token, { DPoP: used })).status).toBe(200);
      expect((await client.resource(token, { DPoP: used })).status).toBe(401);
      const two = [await client.proofFor(token), await client.proofFor(token)].map((one) => ['DPoP', one] as const);
      expect([400, 401]).toContain((await client.resourceWith([['Authorization', `DPoP ${token}`], ...two])).status);
      expect([400, 401]).toContain((await client.resourceWith([['Authorization', `Bearer ${token}`]])).status);
    },
  ],
  [
    'refresh-token',
    'a refresh token is good for its own client and key, and stays the same',
    async (plan) => {
      const { client, other } = plan;
      const { refresh_token: token = '' } = await plan.tokens({ scope: 'openid offline_access' });
      const renewed = await client.refresh(token);
      expect([renewed.status, renewed.body.refresh_token]).toEqual([200, token]);
      expect((await client.resource(renewed.body.access_token)).status).toBe(200);
      expect((await client.refresh(token)).status).toBe(200);
      expect((await client.refresh(token, { proof: null })).status).toBe(400);
      const foreign = await other.refresh(token);
      expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_grant']);
    },
  ],
];
