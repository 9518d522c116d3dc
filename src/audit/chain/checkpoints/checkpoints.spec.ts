import { isDue, type SigningState } from './checkpoints.service.js';

const signedAt = new Date('2030-01-01T12:00:00Z');
const state = (head: number, signed: number | null): SigningState => ({
  head,
  hash: Buffer.alloc(32),
  signed,
  signedAt: signed === null ? null : signedAt,
});
const minutesLater = (minutes: number) => new Date(signedAt.getTime() + minutes * 60_000);

describe('A checkpoint', () => {
  it('is due with the very first link', () => {
    expect(isDue(state(1, null), signedAt)).toBe(true);
  });

  it('is due after a thousand links, not before', () => {
    expect(isDue(state(1999, 1000), signedAt)).toBe(false);
    expect(isDue(state(2000, 1000), signedAt)).toBe(true);
  });

  it('is due for a single link after five minutes, not before', () => {
    expect(isDue(state(1001, 1000), minutesLater(4.99))).toBe(false);
    expect(isDue(state(1001, 1000), minutesLater(5))).toBe(true);
  });

  it('is due five minutes before the last one, which a process with a wrong clock has signed', () => {
    expect(isDue(state(1001, 1000), minutesLater(-4.99))).toBe(false);
    expect(isDue(state(1001, 1000), minutesLater(-5))).toBe(true);
  });

  it('is never due while there is nothing new to sign', () => {
    expect(isDue(state(1000, 1000), minutesLater(1_000))).toBe(false);
  });
});
