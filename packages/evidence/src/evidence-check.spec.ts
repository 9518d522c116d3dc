import fc from 'fast-check';
import {
  alterations,
  canonical,
  content,
  EvidenceSamples,
  RECEIVED,
  textOf,
} from '../../../test/support/evidence-samples.js';
import { checkEvidence } from './evidence-check.js';
import { webCrypto } from './evidence-crypto.js';
import { problemText } from './evidence-problems.js';
import { nodeCrypto } from './node-crypto.js';

let samples: EvidenceSamples;
let keys: unknown;
beforeAll(async () => {
  samples = await EvidenceSamples.make();
  keys = await samples.keys();
});

const CRYPTO = { webCrypto, nodeCrypto };

async function problemsOf(
  evidence: unknown,
  published: unknown = keys,
  by: keyof typeof CRYPTO = 'webCrypto',
): Promise<readonly string[]> {
  const report = await checkEvidence(textOf(evidence), published, CRYPTO[by]);
  return report.valid ? [] : report.problems.map((problem) => problemText(problem));
}

describe('Evidence', () => {
  it('is verified with the published keys, and says who agreed to what', async () => {
    const evidence = await samples.evidence();
    expect(await checkEvidence(textOf(evidence), keys)).toEqual({
      valid: true,
      facts: {
        response: 'accept',
        notificationUuid: 'n-1',
        userId: 'jane',
        deviceId: 'd-1',
        registeredAt: RECEIVED,
        signedAt: '2026-06-01T11:59:50.000Z',
        receivedAt: RECEIVED,
        keyId: 'evidence-1',
        asked: content.body.map(({ lng, subject, message }) => ({ language: lng, subject, message })),
        offered: content.actions.map(({ label, action }) => ({ label, action })),
      },
    });
    expect(await problemsOf(JSON.stringify(evidence, null, 2))).toEqual([]);
  });

  it('is verified with its details and its text when a program made the request', async () => {
    const report = await checkEvidence(textOf(await samples.approval()), keys);
    expect(report).toMatchObject({ valid: true, facts: { request: { client_id: 'c-1', acr: 'a' } } });
  });

  it('is judged alike by the crypto of browsers and by that of Node', async () => {
    const made = [samples.evidence(), ...alterations.map(([, , alter]) => alter(samples))];
    for (const evidence of await Promise.all(made)) {
      expect(await problemsOf(evidence, keys, 'nodeCrypto')).toEqual(await problemsOf(evidence));
    }
  });

  it('is refused by both when its key is no point of P-256', async () => {
    const [evidence, { keys: [key] }] = [await samples.evidence(), await samples.keys()]; // oxfmt-ignore
    const other = Buffer.alloc(32, 7).toString('base64url');
    for (const change of [{ x: other }, { y: '' }, { x: 'AQ' }, { crv: 'P-384' }, { kty: 'RSA' }, { x: undefined }]) {
      for (const by of ['webCrypto', 'nodeCrypto'] as const) {
        const published = { keys: [{ ...key, ...change }] };
        expect(await problemsOf(evidence, published, by)).toEqual([expect.stringMatching(/receipt/)]);
      }
    }
  });

  it.each(alterations)('is refused, with what is wrong: %s', async (_what, why, made) => {
    expect((await problemsOf(await made(samples))).join('\n')).toMatch(new RegExp(why.source, 'm'));
  });

  it('is refused with a number that no double can hold', async () => {
    const text = textOf(await samples.evidence()).replace('"authlevel":0', '"authlevel":1e999');
    expect(await problemsOf(text)).toEqual([
      expect.stringMatching(/content_digest differs/),
      expect.stringMatching(/evidence_digest differs/),
    ]);
  });

  it('may have one name in several places, and what looks like names in its texts', async () => {
    const texts = { ...content, body: content.body.map((one) => ({ ...one, message: '{"lng":"de","lng":"\\' })) };
    const evidence = await samples.evidence({ basis: { content: texts } });
    expect(await problemsOf(evidence)).toEqual([expect.stringMatching(/content_digest differs/)]);
  });

  it('is read in no time worth mentioning, even when it has two megabytes', async () => {
    for (const text of ['\\"'.repeat(900_000), 'a'.repeat(1_900_000), '{}[]:,'.repeat(300_000)]) {
      const body = [{ lng: 'en', subject: 'x', message: text.startsWith('\\') ? '"'.repeat(900_000) : text }];
      expect((await problemsOf({ ...(await samples.evidence()), content: { actions: [], body } })).length).toBe(3);
    }
  });

  it('is refused when its key had retired, or no keys are given', async () => {
    const [evidence, { keys: [key] }] = [await samples.evidence(), await samples.keys()]; // oxfmt-ignore
    const retired = { keys: [{ ...key, retired_at: '2026-05-01T00:00:00.000Z' }] };
    expect(await problemsOf(evidence, retired)).toEqual([expect.stringMatching(/did not sign at the time/)]);
    for (const none of [{}, null, [], { keys: {} }, { keys: [null] }]) {
      expect(await problemsOf(evidence, none)).toEqual([expect.stringMatching(/no published key/)]);
    }
  });

  it('is refused, with what is wrong, when any byte is altered', async () => {
    const text = canonical(await samples.evidence());
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
