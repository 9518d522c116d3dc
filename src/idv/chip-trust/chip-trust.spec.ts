import { faultsOf, type TrustDates, trustedStates } from './chip-trust.js';

const NOW = new Date('2026-11-27T12:00:00Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const entry = (given: Partial<TrustDates>): TrustDates => ({
  ...{ kind: 'authority', id: 'a', state: 'UT', validUntil: inDays(1_000), importedAt: inDays(-1) },
  ...given,
});
const told = (...entries: TrustDates[]) => faultsOf(entries, NOW, 90).map(({ fault, of }) => `${fault} ${of}`);

describe('The trust of chips', () => {
  it('has no fault when there is none, and when all is new', () => {
    expect(told()).toEqual([]);
    expect(told(entry({}), entry({ kind: 'publisher' }), entry({ kind: 'list' }))).toEqual([]);
  });

  it('is told of as old by its newest list', () => {
    const old = entry({ kind: 'list', state: 'AA', importedAt: inDays(-91) });
    expect(told(old)).toEqual(['list_old AA']);
    expect(told(old, entry({ kind: 'list' }))).toEqual([]);
  });

  it('names publishers and signers of lists that end within thirty days', () => {
    expect(told(entry({ kind: 'list', validUntil: inDays(29) }))).toEqual(['publisher_ends UT']);
    expect(told(entry({ kind: 'publisher', validUntil: inDays(31) }))).toEqual([]);
  });

  it('names a state by the authority that is valid for longest, and not one that ended long ago', () => {
    const ending = entry({ validUntil: inDays(80) });
    expect(told(ending)).toEqual(['state_ends UT']);
    expect(told(ending, entry({ id: 'b' }))).toEqual([]);
    expect(told(entry({ validUntil: inDays(-1) }))).toEqual([]);
  });

  it('names a state whose other authority, which is valid for longer, is blocked', () => {
    const blocked = [entry({ id: 'b' }), entry({ id: 'b', kind: 'blocked', validUntil: null })];
    expect(told(entry({ validUntil: inDays(80) }), ...blocked)).toEqual(['state_ends UT']);
    expect(told(entry({ id: 'b', validUntil: inDays(80) }), ...blocked.slice(1))).toEqual([]);
  });

  it('names revocations that should have been replaced', () => {
    expect(told(entry({ kind: 'revocations', validUntil: inDays(-1) }))).toEqual(['revocations_stale UT']);
    expect(told(entry({ kind: 'revocations', validUntil: null }))).toEqual([]);
  });
});

describe('The trusted states', () => {
  it('are those with an authority that is valid and not blocked, each until its last one ends', () => {
    const states = trustedStates(
      [
        entry({ id: 'late' }),
        entry({ id: 'early', validUntil: inDays(10) }),
        entry({ id: 'over', validUntil: inDays(-1) }),
        entry({ kind: 'revocations', id: 'r', validUntil: inDays(5) }),
        entry({ id: 'stolen', state: 'AA' }),
        entry({ kind: 'blocked', id: 'stolen', state: '', validUntil: null }),
        entry({ id: 'b', state: 'BB', validUntil: inDays(9) }),
      ],
      NOW,
    );
    expect(states).toEqual([
      { state: 'BB', authorities: 1, until: inDays(9), revocationsUntil: null },
      { state: 'UT', authorities: 2, until: inDays(1_000), revocationsUntil: inDays(5) },
    ]);
  });
});
