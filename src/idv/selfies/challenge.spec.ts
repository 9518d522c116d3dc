import { colourNow, expectedFrame, lacksFrames, toldColour, withFrame, type BoundChallenge } from './challenge.js';

const at = (seconds: number): Date => new Date(Date.parse('2026-01-31T09:30:00.000Z') + seconds * 1_000);
const begun: BoundChallenge = {
  ...{ nonce: 'n', link: 'n', steps: ['look_straight'], frames: [], deadline: at(180).toISOString() },
  colours: ['red', 'cyan', 'blue'],
};
const moved = withFrame(withFrame(begun, 0, 'l0', at(1)), 1, 'l1', at(2));

describe('The frames of a challenge', () => {
  it('follow each other, and each moves the link on', () => {
    expect(expectedFrame(begun)).toBe(0);
    expect(moved).toMatchObject({ frames: [0, 1], link: 'l1', linkBefore: 'l0' });
    expect([expectedFrame(moved), colourNow(moved), lacksFrames(moved)]).toEqual([2, undefined, true]);
  });

  it('are at most 24 for the moves', () => {
    const full = { ...begun, frames: Array.from({ length: 24 }, (_, number) => number) };
    expect(expectedFrame(full)).toBeUndefined();
  });

  it('tell the next colour, up to the last', () => {
    let lit = toldColour(moved, at(10));
    const seen: unknown[] = [];
    for (let number = expectedFrame(lit); number !== undefined; number = expectedFrame(lit)) {
      seen.push([number, colourNow(lit)]);
      lit = withFrame(lit, number, `l${number}`, at(10 + number));
    }
    expect(seen).toEqual([
      [24, 'red'],
      [25, 'cyan'],
      [26, 'blue'],
    ]);
    expect([colourNow(lit), lacksFrames(lit)]).toEqual([undefined, false]);
    expect(lit).not.toHaveProperty('isHasty');
    expect(toldColour(lit, at(60))).toBe(lit);
  });

  it('are hasty where a colour comes sooner than the page shows it', () => {
    const lit = toldColour(moved, at(10));
    expect(withFrame(lit, 24, 'l24', at(10.65))).not.toHaveProperty('isHasty');
    const hasty = withFrame(lit, 24, 'l24', at(10.4));
    expect(hasty.isHasty).toBe(true);
    expect(withFrame(hasty, 25, 'l25', at(20)).isHasty).toBe(true);
  });
});
