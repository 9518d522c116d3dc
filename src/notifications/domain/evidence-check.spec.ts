import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { checkEvidence } from './evidence-check.js';
import type { EvidenceBasis } from './evidence.js';

const canonical = (value: unknown): string => canonicalize(value) ?? '';
const digest = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('base64url');
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const device = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const service = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function jwsOf(header: object, payload: object, key: KeyObject): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
const publicJwk = ({ publicKey }: { publicKey: KeyObject }) => {
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { kty, crv, x, y };
};

const keys = { keys: [{ kid: 'evidence-1', ...publicJwk(service), created_at: '2026-01-01T00:00:00.000Z' }] };
const content = {
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Refuse', action: 'reject', authlevel: 0 },
  ],
  body: [
    { lng: 'de', subject: 'Überweisung', message: '90 € an Jón' },
    { lng: 'en', subject: 'Transfer', message: '90 € to Jón', label: { accept: 'Yes' } },
  ],
};
const RECEIVED = '2026-06-01T12:00:00.000Z';

interface Changes {
  readonly statement?: object;
  readonly statementHeader?: object;
  readonly statementKey?: KeyObject;
  readonly basis?: Partial<EvidenceBasis>;
  readonly receipt?: object;
  readonly receiptHeader?: object;
  readonly receiptKey?: KeyObject;
}

function evidenceOf(changes: Changes = {}) {
  const claims = {
    notification_uuid: 'n-1',
    content_digest: digest(content),
    response: 'accept',
    iat: Date.parse(RECEIVED) / 1000 - 10,
    nonce: 'n',
    ...changes.statement,
  };
  const header = { alg: 'ES256', kid: 'd-1', ...changes.statementHeader };
  const basis = {
    statement: jwsOf(header, claims, changes.statementKey ?? device.privateKey),
    content,
    device: { device_id: 'd-1', public_key: publicJwk(device), registered_at: RECEIVED, user_id: 'jane' },
    ...changes.basis,
  };
  const receipt = jwsOf(
    { alg: 'ES256', kid: 'evidence-1', typ: 'evidence-receipt+jwt', ...changes.receiptHeader },
    { evidence_digest: digest(basis), received_at: RECEIVED, ...changes.receipt },
    changes.receiptKey ?? service.privateKey,
  );
  return { ...basis, receipt };
}

const check = (evidence: unknown, published: unknown = keys) =>
  checkEvidence(typeof evidence === 'string' ? evidence : JSON.stringify(evidence), published, canonical);

async function problemsOf(evidence: unknown, published: unknown = keys): Promise<readonly string[]> {
  const report = await check(evidence, published);
  return report.valid ? [] : report.problems;
}

describe('Evidence', () => {
  it('is verified with the published keys, and says who agreed to what', async () => {
    expect(await check(evidenceOf())).toEqual({
      valid: true,
      facts: {
        response: 'accept',
        notificationUuid: 'n-1',
        userId: 'jane',
        deviceId: 'd-1',
        receivedAt: RECEIVED,
      },
    });
    expect(await problemsOf(JSON.stringify(evidenceOf(), null, 2))).toEqual([]);
  });

  it.each<[string, RegExp, unknown]>([
    ['that is no JSON', /^The file is not a JSON object/, 'evidence'],
    ['that is a list', /^The file is not a JSON object/, []],
    ['without a receipt', /^The file does not have exactly/, { ...evidenceOf(), receipt: undefined }],
    ['with a member more', /^The file does not have exactly/, { ...evidenceOf(), note: 'trust me' }],
    [
      'with other content',
      /^content: it is not what/,
      { ...evidenceOf(), content: { ...content, actions: content.actions.slice(0, 1) } },
    ],
    [
      'with its languages in another order',
      /^content: it is not what/,
      { ...evidenceOf(), content: { ...content, body: [...content.body].reverse() } },
    ],
    ['with more content', /^content: it is not what/, { ...evidenceOf(), content: { ...content, more: 1 } }],
    ['of another key', /^statement: it is not signed/, evidenceOf({ statementKey: stranger.privateKey })],
    [
      'with another public key',
      /^statement: it is not signed/,
      evidenceOf({ basis: { device: { ...evidenceOf().device, public_key: publicJwk(stranger) } } }),
    ],
    ['of another device', /^statement: it names another device/, evidenceOf({ statementHeader: { kid: 'd-2' } })],
    ['by another algorithm', /^statement: its header/, evidenceOf({ statementHeader: { alg: 'none' } })],
    ['with an answer that was not offered', /none of its actions/, evidenceOf({ statement: { response: 'fraud' } })],
    ['with a statement from another time', /more than five minutes/, evidenceOf({ statement: { iat: 1_700_000_000 } })],
    [
      'for another user',
      /^statement, content or device: not what the receipt/,
      { ...evidenceOf(), device: { ...evidenceOf().device, user_id: 'joe' } },
    ],
    [
      'with the receipt of another answer',
      /^statement, content or device: not what the receipt/,
      { ...evidenceOf(), receipt: evidenceOf({ statement: { nonce: 'm' } }).receipt },
    ],
    [
      'with a receipt that we did not sign',
      /^receipt: it is not signed/,
      evidenceOf({ receiptKey: stranger.privateKey }),
    ],
    ['with a receipt of another kind', /^receipt: its header/, evidenceOf({ receiptHeader: { typ: 'at+jwt' } })],
    [
      'with a receipt by an unknown key',
      /^receipt: no published key has the id "evidence-2"/,
      evidenceOf({ receiptHeader: { kid: 'evidence-2' } }),
    ],
    [
      'with a receipt from before its key',
      /did not sign at the time/,
      evidenceOf({ receipt: { received_at: '2025-06-01T12:00:00.000Z' } }),
    ],
    [
      'with a statement in place of the receipt',
      /^receipt: it does not have/,
      { ...evidenceOf(), receipt: evidenceOf().statement },
    ],
  ])('%s is refused, with what is wrong', async (_what, why, evidence) => {
    expect((await problemsOf(evidence)).join('\n')).toMatch(new RegExp(why.source, 'm'));
  });

  it('is refused when its key had retired, or no keys are given', async () => {
    const [key] = keys.keys;
    const retired = { keys: [{ ...key, retired_at: '2026-05-01T00:00:00.000Z' }] };
    expect(await problemsOf(evidenceOf(), retired)).toEqual([expect.stringMatching(/did not sign at the time/)]);
    for (const none of [{}, null, [], { keys: {} }, { keys: [null] }]) {
      expect(await problemsOf(evidenceOf(), none)).toEqual([expect.stringMatching(/no published key/)]);
    }
  });

  it('altered in any byte is refused, with what is wrong', async () => {
    const text = canonical(evidenceOf());
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom(...Array.from('aZ09-_.{}[]":, é')),
        async (at, letter) => {
          const changed = text.slice(0, at) + letter + text.slice(at + 1);
          if (changed === text) return;
          const problems = await problemsOf(changed);
          expect(problems.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
