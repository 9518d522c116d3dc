import { writerOf } from './export-format.js';

const csv = (value: unknown, column = 'value') => writerOf('csv', [column]).write({ [column]: value });

describe('A row in CSV', () => {
  it('has the columns that were named, in their order, and the first line names them', () => {
    const { head, write } = writerOf('csv', ['id', 'actor.kind', 'reasons.code', 'none.of']);
    expect(head).toBe('"id","actor.kind","reasons.code","none.of"\r\n');
    expect(write({ id: 1, actor: { kind: 'user' }, reasons: [{ code: 'a' }, { code: 'b' }], other: 2 })).toBe(
      '"1","user","a; b",""\r\n',
    );
  });

  it.each([
    ['a, b', '"a, b"'],
    ['say "no"', '"say ""no"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['plain', '"plain"'],
    [null, '""'],
    [undefined, '""'],
    [true, '"true"'],
    [{ from: 'ACTIVE' }, '"{""from"":""ACTIVE""}"'],
    [['gold', 'old, rich'], '"gold; old, rich"'],
  ])('quotes %j', (value, text) => {
    expect(csv(value)).toBe(`${text}\r\n`);
  });

  it.each([
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+4915112345678', `"'+4915112345678"`],
    ['-1+1', `"'-1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    [' =1', `"' =1"`],
    ['＝1+1', `"'＝1+1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠SUM(A1)', `"'＠SUM(A1)"`],
    ['﹦1', `"'﹦1"`],
    ["Vic;=cmd|'/C calc'!A0;x", `"Vic;'=cmd|'/C calc'!A0;x"`],
    ['Vic; ＝1', `"Vic;' ＝1"`],
    ['Vic\t=1', `"Vic\t'=1"`],
    ['Vic\n=1', `"Vic\n'=1"`],
    [['=1', 'x', '@y'], `"'=1; x;' @y"`],
  ])('runs %j as no formula', (value, text) => {
    expect(csv(value)).toBe(`${text}\r\n`);
  });

  it.each(['a-b', 'x=1', 'one, -5', 'jane@bank.example', 'a; b', ''])('leaves %j as it is', (value) => {
    expect(csv(value)).toBe(`"${value}"\r\n`);
  });

  it('leaves numbers, and tells moments in words', () => {
    expect([csv(-5), csv(0, 'createdTs')]).toEqual(['"-5"\r\n', '"1970-01-01T00:00:00.000Z"\r\n']);
  });
});

it('A row in NDJSON is the row of the list', () => {
  const { head, write } = writerOf('ndjson', ['id']);
  expect(head + write({ id: 1, name: '=1\n' })).toBe('{"id":1,"name":"=1\\n"}\n');
});
