import fc from 'fast-check';
import { BadHeader, csvUsers, ndjsonUsers, type UserLine } from './user-lines.parser.js';

async function* inChunks(text: string | Buffer, size = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (format: typeof csvUsers, text: string | Buffer, size?: number): Promise<UserLine[]> => {
  const found: UserLine[] = [];
  for await (const line of format(inChunks(text, size))) found.push(line);
  return found;
};
const csv = (text: string, size?: number) => read(csvUsers, text, size);
const user = (line: number, fields: object) => ({ line, user: fields });
const refused = (line: number, detail: unknown = expect.any(String)) => ({ line, errors: [{ pointer: '', detail }] });

it('CSV names each attribute of a user by a column of its own', async () => {
  const lines = await csv('userId,primaryGroup,attributes.department,attributes.cost-centre\na,x,Payments,\n');
  expect(lines).toEqual([user(2, { userId: 'a', primaryGroup: 'x', attributes: { department: 'Payments' } })]);
  await expect(csv('userId,primaryGroup,attributes.__proto__\na,x,y\n')).rejects.toThrow(BadHeader);
});

describe('NDJSON', () => {
  it('is one user a line, wherever the chunks end, with or without a newline at the end', async () => {
    for (const size of [1, 3, 1_000]) {
      expect(await read(ndjsonUsers, '{"userId":"é"}\r\n\n  \n{"userId":"b"}', size)).toEqual([
        user(1, { userId: 'é' }),
        user(4, { userId: 'b' }),
      ]);
    }
  });

  it('tells of a bad line by its number, and goes on', async () => {
    const lines = Buffer.concat([
      Buffer.from('\ufeff{"userId":"a"}\n{"userId":\n'),
      Buffer.from([0x22, 0xe9, 0x22, 0x0a]), // Latin-1
      Buffer.from(`"${'x'.repeat(70_000)}"\n{"userId":"z"}\n`),
    ]);
    expect(await read(ndjsonUsers, lines, 4_096)).toEqual([
      user(1, { userId: 'a' }),
      refused(2, 'Must be one JSON object.'),
      refused(3, 'Must be UTF-8.'),
      refused(4, 'Must not be longer than 65536 bytes.'),
      user(5, { userId: 'z' }),
    ]);
  });
});

describe('CSV', () => {
  it('has its fields named by the first line; an empty cell is not given, groups are separated', async () => {
    expect(await csv('userId,primaryGroup,firstName,secondaryGroups\na,retail,,gold | north\nb,retail,Kim,\n')).toEqual(
      [
        user(2, { userId: 'a', primaryGroup: 'retail', secondaryGroups: ['gold', 'north'] }),
        user(3, { userId: 'b', primaryGroup: 'retail', firstName: 'Kim' }),
      ],
    );
  });

  it('says true or false of an address that is verified', async () => {
    const found = await csv('userId,primaryGroup,emailVerified\na,r,TRUE\nb,r,false\nc,r,yes\nd,r,\n');
    expect(found.map((line) => 'user' in line && Object(line.user).emailVerified)).toEqual([
      true,
      false,
      'yes',
      undefined,
    ]);
  });

  it.each([';', '\t'])('may be separated by %j, as spreadsheets write it', async (delimiter) => {
    const text = `\ufeff"userId"${delimiter}"primaryGroup"\r\n"a"${delimiter}"x,y"\r\n`;
    expect(await csv(text)).toEqual([user(2, { userId: 'a', primaryGroup: 'x,y' })]);
  });

  it('loses a wrongly quoted line, and no other', async () => {
    const lines = [
      'userId,primaryGroup,comments',
      'a,g,"two\nlines, and ""quotes"""',
      'b,g"x,',
      'c,"g,never closed',
      'd,g,"fine"',
      'e,g',
      'f,g,x,y',
      '"g","g","fine"',
    ];
    expect(await csv(lines.join('\n'))).toEqual([
      user(2, { userId: 'a', primaryGroup: 'g', comments: 'two\nlines, and "quotes"' }),
      refused(4),
      refused(5),
      user(6, { userId: 'd', primaryGroup: 'g', comments: 'fine' }),
      refused(7, 'Must have 3 cells, as the first line has, but has 2.'),
      refused(8, 'Must have 3 cells, as the first line has, but has 4.'),
      user(9, { userId: 'g', primaryGroup: 'g', comments: 'fine' }),
    ]);
  });

  it('does not wait for a quote to be closed until the end of a long file', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => `u${i},g`);
    const found = await csv(['userId,primaryGroup', '"open,g', ...rows].join('\n'), 4_096);
    expect(found).toHaveLength(1_001);
    expect(found[0]).toEqual(refused(2));
    expect(found[1_000]).toEqual(user(1_002, { userId: 'u999', primaryGroup: 'g' }));
  });

  it.each([
    ['userId,primaryGroup,emial', 'emial'],
    ['userId,firstName', 'primaryGroup'],
    ['userId,primaryGroup,userId', 'userId twice'],
    ['{"userId":"a"}', 'no field'],
  ])('refuses the file that begins with %j', async (header, why) => {
    await expect(csv(`${header}\na,b,c\n`)).rejects.toThrow(BadHeader);
    await expect(csv(`${header}\na,b,c\n`)).rejects.toThrow(why);
  });

  it('reads back whatever was written by the book', async () => {
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    // The parser reads any line break within a cell as \n.
    const cell = fc.string({
      unit: fc.constantFrom('a', ',', ';', '"', '\n', ' ', 'é', '😀'),
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 50 }),
        async (rows, size) => {
          const text = `userId,primaryGroup\n${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`;
          const found = await csv(text, size);
          expect(found.map((line) => 'user' in line && line.user)).toEqual(
            rows.map(([userId, primaryGroup]) => ({ userId, primaryGroup })),
          );
        },
      ),
    );
  });
});
