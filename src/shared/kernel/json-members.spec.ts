import { jsonMembers, NoJsonObject, type JsonMember } from './json-members.js';

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function read(text: string, size = 7): Promise<JsonMember[]> {
  const found: JsonMember[] = [];
  for await (const member of jsonMembers(chunksOf(text, size), new Set(['users']))) found.push(member);
  return found;
}

const REALM = `{
  "realm": "ac\\"me,}é",
  "enabled" : true,
  "groups": [ { "name": "users", "users": [ { "no": 1 } ] } ],
  "nested": { "users": [ { "no": 2 } ] },
  "users": [
    { "username": "a", "deep": [ { "x": "]" } ] },
    { "username": "b{\\\\" }
  ],
  "empty": [],
  "last": 7}
`;

describe('The members of a JSON object', () => {
  it.each([1, 2, 7, 10_000])('are read with their lines, in chunks of %i bytes', async (size) => {
    expect(await read(REALM, size)).toEqual([
      { name: 'realm', line: 2, value: 'ac"me,}é' },
      { name: 'enabled', line: 3, value: true },
      { name: 'users', line: 7, value: { username: 'a', deep: [{ x: ']' }] } },
      { name: 'users', line: 8, value: { username: 'b{\\' } },
      { name: 'last', line: 11, value: 7 },
    ]);
  });

  it('are read past an element that is broken or too long', async () => {
    const long = `{"x":"${'y'.repeat(1024 * 1024)}"}`;
    expect(await read(`{"users":[{"a" 1},${long},{"b":2}]}`, 4_096)).toEqual([
      { name: 'users', line: 1, fault: 'Must be JSON.' },
      { name: 'users', line: 1, fault: expect.stringContaining('longer') },
      { name: 'users', line: 1, value: { b: 2 } },
    ]);
  });

  it.each(['', '[{"users":[]}]', '{"users":[{"a":1}', 'users', '{"users":[{"a":"'])(
    'are refused unless the file is one whole object: %j',
    async (text) => {
      await expect(read(text)).rejects.toThrow(NoJsonObject);
    },
  );
});
