import { fairly, type Hit } from './hit.js';
import { parseSearchText } from './search-text.js';

const hits = (kind: Hit['kind'], count: number): Hit[] =>
  Array.from({ length: count }, (_, at) => ({
    kind,
    id: `${at}`,
    title: '',
    userId: null,
    within: null,
    status: null,
  }));

describe('What is sought', () => {
  it.each([
    ['0199C2B0-0000-7000-8000-000000000001', 'uuid', '0199c2b0-0000-7000-8000-000000000001'],
    [' 0123456789abcdef ', 'hex', '0123456789abcdef'],
    ['0123456789ABCDEF0123456789abcdef', 'hex', '0123456789ABCDEF0123456789abcdef'],
    ['0123456789abcde', 'words', '0123456789abcde'],
    ['0199c2b0-0000-7000-8000-00000000000', 'words', '0199c2b0-0000-7000-8000-00000000000'],
    ['ada@bank.example', 'address', 'ada@bank.example'],
    ['ada love', 'words', 'ada love'],
  ])('is recognised: %j is %s', (typed, shape, text) => {
    expect(parseSearchText(typed)).toEqual({ shape, text });
  });
});

describe('A fair share of the answer', () => {
  it('leaves all kinds in it', () => {
    const shown = fairly([hits('user', 20), hits('notification', 20), hits('client', 2)], 20);
    const counts = (['user', 'notification', 'client'] as const).map((of) => shown.filter(({ kind }) => kind === of));
    expect(counts.map(({ length }) => length)).toEqual([9, 9, 2]);
  });

  it('is all of it for the only kind', () => {
    expect(fairly([hits('user', 20), []], 20)).toHaveLength(20);
  });
});
