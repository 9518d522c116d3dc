import { startTestApplication, type TestApplication } from '../../support/application.js';
import { call } from '../../support/raw-http.js';
import { ThingsController } from './things.js';

let running: TestApplication;

const JSON_TYPE = { 'content-type': 'application/json' };

async function post(body: unknown) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const { status, text } = await call(running.url('management'), '/v1/things', {
    method: 'POST',
    headers: JSON_TYPE,
    body: sent,
  });
  return { status, body: JSON.parse(text) };
}

/** What is wrong with a thing that is right but for these fields. */
async function wrong(fields: object): Promise<Record<string, string>> {
  const { status, body } = await post({ thingId: 'one', ...fields });
  expect(status).toBe(422);
  expect(body.code).toBe('kernel/invalid-arguments');
  return Object.fromEntries(
    body.errors.map((error: { pointer: string; detail: string }) => [error.pointer, error.detail]),
  );
}

async function get(query: string) {
  const { status, text } = await call(running.url('management'), `/v1/things${query}`);
  return { status, body: JSON.parse(text) };
}

describe('Validation', () => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [ThingsController] });
  });
  afterAll(() => running.close());

  describe('A body', () => {
    it('becomes what it describes when every field is right', async () => {
      const thing = {
        thingId: 'a.b_c@d+e|f-1',
        name: 'Zoë 🧩',
        comments: 'two\nlines',
        size: 9,
        round: false,
        colour: 'RED',
        phone: '+4915112345678',
        language: 'de-AT',
        url: 'https://example.com/a?b=c',
        uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
        at: '2026-01-31T09:30:00.000Z',
        tags: ['a', 'b'],
        parts: [{ partId: 'p', emailId: 'jane.doe+x@mail.example.com' }],
        main: { partId: 'm' },
        payload: { any: ['thing', { at: null }] },
      };
      expect(await post(thing)).toEqual({ status: 201, body: thing });
    });

    it('may leave out what is optional, and null only what is nullable', async () => {
      expect(await post({ thingId: 'one', comments: null })).toEqual({
        status: 201,
        body: { thingId: 'one', comments: null },
      });
      expect(await wrong({ name: null })).toEqual({ '/name': 'Must be text.' });
    });

    it('names every bad field by a JSON pointer and says what it should be', async () => {
      const errors = await wrong({
        thingId: 'a/b',
        name: 'elevenchars',
        size: 10,
        round: 'true',
        colour: 'GREEN',
        phone: '0151 1234',
        language: 'de_AT',
        url: 'http://example.com',
        uuid: 'x',
        at: '2026-01-31',
        tags: ['fine', 'too long'],
        parts: [{ partId: 'p' }, { partId: '', emailId: 'jane@localhost' }, 7],
        main: { emailId: 'a@b' },
        payload: ['a'],
      });
      expect(errors).toEqual({
        '/thingId': 'Must be of the characters A-Z a-z 0-9 . _ @ + | -.',
        '/name': 'Must have at most 10 characters.',
        '/size': 'Must be a whole number from 1 to 9.',
        '/round': 'Must be true or false.',
        '/colour': 'Must be one of RED, BLUE.',
        '/phone': 'Must be a number in the international form of E.164, such as +4915112345678.',
        '/language': 'Must be a language tag of BCP 47, such as en or de-AT.',
        '/url':
          'Must be an absolute https URL without credentials, fragment or backslash, with its host in canonical form.',
        '/uuid': 'Must be a UUID.',
        '/at': 'Must be a time of ISO 8601 with its zone, such as 2026-01-31T09:30:00Z.',
        '/tags/1': 'Must have at most 5 characters.',
        '/parts/1/partId': 'Must not be blank.',
        '/parts/1/emailId': 'Must be an e-mail address.',
        '/parts/2': 'Must be an object.',
        '/main/partId': 'A value is required.',
        '/main/emailId': 'Must be an e-mail address.',
        '/payload': 'Must be an object.',
      });
    });

    it('is refused for a missing field, by that field', async () => {
      expect(await post({})).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/thingId', detail: 'A value is required.' }] },
      });
      expect(await post('')).toMatchObject({ status: 422, body: { errors: [{ pointer: '/thingId' }] } });
    });

    it('is refused for fields that are not known, nested ones too', async () => {
      expect(await wrong({ 'a/b~c': 1, parts: [{ partId: 'p', extra: 1 }] })).toEqual({
        '/a~1b~0c': 'There is no such field.',
        '/parts/0/extra': 'There is no such field.',
      });
    });

    it.each(['[]', '"text"', '1', 'null', 'true', '[{"thingId":"one"}]'])(
      'is refused when it is no object: %s',
      async (body) => {
        const refused = await post(body);
        expect(refused.status).toBe(422);
      },
    );

    it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
      'is refused for a field called %s, at any depth',
      async (name) => {
        const top = await post(`{"thingId":"one","${name}":{"x":1}}`);
        expect(top).toMatchObject({ status: 422, body: { errors: [{ pointer: `/${name}` }] } });
        const nested = await post(`{"thingId":"one","payload":{"a":[{"${name}":1}]}}`);
        expect(nested).toMatchObject({ status: 422, body: { errors: [{ pointer: `/payload/a/0/${name}` }] } });
      },
    );

    it('is refused for NUL, control characters and lone surrogates', async () => {
      expect(await wrong({ name: 'a\0' })).toEqual({ '/name': 'Must be well-formed Unicode without NUL.' });
      expect(await wrong({ payload: { x: 'a\0' } })).toEqual({
        '/payload/x': 'Must be well-formed Unicode without NUL.',
      });
      expect(await wrong({ name: 'a\nb' })).toEqual({ '/name': 'Must be one line without control characters.' });
      expect(await wrong({ comments: 'a\u001bb' })).toEqual({ '/comments': 'Must not contain control characters.' });
      expect((await post('{"thingId":"one","name":"\\ud800"}')).body.errors).toEqual([
        { pointer: '/name', detail: 'Must be well-formed Unicode without NUL.' },
      ]);
    });

    it('counts characters as code points, and keeps text as it was sent', async () => {
      const name = ' 🧩🧩🧩🧩🧩🧩e\u0301 ';
      expect((await post({ thingId: 'one', name })).body.name).toBe(name);
      expect(await wrong({ name: '🧩'.repeat(11) })).toEqual({ '/name': 'Must have at most 10 characters.' });
    });

    it('is refused for a list that is too long or names something twice', async () => {
      expect(await wrong({ tags: ['a', 'b', 'c', 'd'] })).toEqual({ '/tags': 'Must have at most 3 elements.' });
      expect(await wrong({ tags: ['a', 'a'] })).toEqual({ '/tags': 'Must not contain the same value twice.' });
    });

    it('is refused, not choked on, when it is nested without end or listed without end', async () => {
      const deep = await post(`{"thingId":"one","payload":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`);
      expect(deep.status).toBe(422);
      expect(deep.body.errors[0].detail).toBe('Must not be nested deeper than 32 levels.');
      const long = await post(`{"thingId":"one","parts":[${'{},'.repeat(20_000)}{}]}`);
      expect(long.body.errors).toEqual([{ pointer: '/parts', detail: 'Must have at most 10000 elements.' }]);
    });

    it('names the first twenty faults and counts the others, by pointers that do not grow with what was sent', async () => {
      const faults = await post(
        `{"thingId":"one","payload":{"${'x'.repeat(250)}":[${'"\\u0000",'.repeat(9_999)}"\\u0000"]}}`,
      );
      expect(faults.status).toBe(422);
      expect(faults.body.errors).toHaveLength(20);
      expect(faults.body.detail).toBe('20 wrong fields are listed, and 9980 more are wrong.');
      const unknown = await post(Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${i}`, 1])));
      expect([unknown.status, unknown.body.errors.length]).toEqual([422, 20]);
      const long = await post(
        `{"thingId":"one","payload":{"${'x'.repeat(500_000)}":[${'"\\u0000",'.repeat(9_999)}1]}}`,
      );
      expect(long.body.errors).toEqual([{ pointer: '/payload', detail: 'A name must have at most 256 characters.' }]);
      const name = 'y'.repeat(250);
      const deep = await post(`{"thingId":"one","payload":${`{"${name}":`.repeat(20)}"\\u0000"${'}'.repeat(20)}}`);
      expect(deep.body.errors[0].pointer).toBe(`/payload/${name}/${name}`);
    });

    it('is refused for more members of one object, or more values in all, than any field takes', async () => {
      const members = Array.from({ length: 80_000 }, (_, i) => `"u${i}":1`).join(',');
      const many = await post(`{"thingId":"one",${members}}`);
      expect(many.body.errors).toEqual([{ pointer: '', detail: 'Must have at most 500 members.' }]);
      const values = await post(
        `{"thingId":"one","payload":{${Array.from({ length: 20 }, (_, i) => `"${i}":[${'1,'.repeat(9_000)}1]`).join(',')}}}`,
      );
      expect(values.body.errors).toEqual([{ pointer: '', detail: 'Must have at most 100000 values in all.' }]);
    });

    it('is refused for free JSON beyond its size', async () => {
      expect(await wrong({ payload: { a: 'x'.repeat(100) } })).toEqual({
        '/payload': 'Must not be longer than 100 bytes.',
      });
    });
  });

  describe('A query', () => {
    it('is read as what it means', async () => {
      expect(await get('?limit=7&round=true&tag=a')).toEqual({
        status: 200,
        body: { limit: 7, round: true, tag: ['a'] },
      });
      expect(await get('?tag=a&tag=b')).toEqual({ status: 200, body: { limit: 50, tag: ['a', 'b'] } });
    });

    it.each([
      ['?limit=0', '?limit'],
      ['?limit=1e2', '?limit'],
      ['?limit=', '?limit'],
      ['?limit=1&limit=2', '?limit'],
      ['?round=yes', '?round'],
      ['?nonsense=1', '?nonsense'],
      ['?__proto__=1', '?__proto__'],
      ['?toString=1', '?toString'],
      ['?tag=a%00', '?tag'],
      ['?tag=a&tag=toolong', '?tag/1'],
    ])('%s is refused at %s', async (query, pointer) => {
      const { status, body } = await get(query);
      expect({ status, pointers: body.errors.map((error: { pointer: string }) => error.pointer) }).toEqual({
        status: 422,
        pointers: [expect.stringContaining(pointer)],
      });
    });
  });

  describe('A path', () => {
    it('leads to nothing with an id that no id can be like', async () => {
      const { status } = await call(running.url('management'), '/v1/things/a%20b');
      expect(status).toBe(404);
      expect((await call(running.url('management'), `/v1/things/${'a'.repeat(256)}`)).status).toBe(404);
      expect((await call(running.url('management'), '/v1/things/a%40b')).text).toBe('{"thingId":"a@b"}');
    });
  });
});
