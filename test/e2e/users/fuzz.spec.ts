import fc from 'fast-check';
import type { TestApplication } from '../../support/application.js';
import { sharedApplication } from '../../support/shared-application.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Answer, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let portal: Portal;

const control = fc.constantFrom('\u0000', '\u0007', '\n', '\u001b[2J', '\u0085', '\u2028', '\ud800', '\udc00x');
/** Wrong for every text field: no string, a string that no field can hold, or one that is too long for all. */
const neverText = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }), // JSON has neither: both would arrive as null
  fc.array(fc.string(), { maxLength: 3 }).map((list) => [list]),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
  fc.constantFrom({ $gt: '' }, { toString: 'x' }, [[]], ''),
  fc.tuple(fc.string(), control, fc.string()).map((parts) => parts.join('')),
  fc.constantFrom('x'.repeat(5_000), '𝕏'.repeat(1_500), ' '.repeat(300)),
);
const lookalikes = fc.constantFrom(
  'jаne',
  'ｊａｎｅ',
  'jane\u200b',
  'jane\u202e',
  'jane ',
  'ja ne',
  "jane';--",
  '<jane>',
  'jane%00',
  '日本',
);
const prototypeKeys = fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString');

const TEXTS = [
  'userId',
  'primaryGroup',
  'firstName',
  'lastName',
  'emailId',
  'mobileNumber',
  'loginId',
  'language',
  'predefinedCode',
];
const CHOSEN = ['userId', 'loginId'];

function expectRefusedByField(answer: Answer, field: string): void {
  expect(answer.status).toBe(422);
  expect(answer.body.code).toBe('kernel/invalid-arguments');
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).join(' ')).toContain(`/${field}`);
  expect(answer.body.errors.every(({ detail }: { detail: string }) => detail.length > 0)).toBe(true);
}

const RUNS = { numRuns: 25 };

describe('Fuzz', () => {
  beforeAll(async () => {
    running = await sharedApplication({ RATE_LIMIT: '100000', RATE_BURST: '1000000' });
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
    await portal.post('/v1/users', newUser('target'));
  });

  describe('Whatever is sent as a user', () => {
    it.each(TEXTS)('is refused by name when %s is no text that a field can hold', async (field) => {
      await fc.assert(
        fc.asyncProperty(neverText, async (value) => {
          expectRefusedByField(await portal.post('/v1/users', newUser('fuzz', { [field]: value })), field);
        }),
        RUNS,
      );
    });

    it.each(CHOSEN)('is refused when %s holds characters that look like others', async (field) => {
      await fc.assert(
        fc.asyncProperty(lookalikes, async (value) => {
          expectRefusedByField(await portal.post('/v1/users', newUser('fuzz', { [field]: value })), field);
        }),
        RUNS,
      );
    });

    it('is refused when it has a field that there is not, prototype names among them', async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(prototypeKeys, fc.stringMatching(/^x[a-z]{1,20}$/)), async (key) => {
          const body = `{"userId":"fuzz","primaryGroup":"g",${JSON.stringify(key)}:{"admin":true}}`;
          const response = await fetch(running.url('management', '/v1/users'), {
            method: 'POST',
            headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
            body,
          });
          expect(response.status).toBe(422);
          expect(await response.text()).toContain(`/${key}`);
        }),
        RUNS,
      );
    });

    it('is answered 4xx with a problem and never 5xx, of any shape and anywhere', async () => {
      const anything = fc.anything({ withNullPrototype: false, maxDepth: 4 }).filter((value) => value !== undefined);
      const routes = [
        ['post', '/v1/users'],
        ['post', '/v1/userBatches'],
        ['put', '/v1/users/target/status'],
        ['patch', '/v1/users/target'],
      ] as const;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...routes), anything, async ([method, path], body) => {
          const answer = await portal[method](path, body);
          const harmless = method === 'patch' && answer.status === 200; // an empty object corrects nothing
          expect(harmless || (answer.status >= 400 && answer.status < 500)).toBe(true);
          if (!harmless) expect(answer.headers.get('content-type')).toMatch('application/problem+json');
        }),
        { numRuns: 100 },
      );
    });

    it('is answered 4xx or finds nothing, and never 5xx, in the path or the query', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ minLength: 1, unit: 'binary' }).filter((s) => !/\p{Surrogate}/u.test(s)),
          async (text) => {
            const encoded = encodeURIComponent(text);
            expect(
              (await portal.get(`/v1/users/${encoded === '.' || encoded === '..' ? 'x' : encoded}`)).status,
            ).toBeLessThan(500);
            expect((await portal.get(`/v1/users?q=${encoded}&cursor=${encoded}`)).status).toBe(422);
            expect((await portal.get(`/v1/users?${encoded}=1`)).status).toBeLessThan(500);
          },
        ),
        RUNS,
      );
    });
  });
});
