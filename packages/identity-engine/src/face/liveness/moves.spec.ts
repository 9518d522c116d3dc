import { moveShown, neutralOf } from '@countersign/face-geometry';
import fc from 'fast-check';
import { faceSeen } from '../../../../../test/support/faces/modelled-head.js';
import { type ChallengeMove, drawMoves, showsInOrder } from './moves.js';
import { parallaxBetween } from './parallax.js';

describe('A challenge', () => {
  it('begins straight, has three moves, a turn among them, and no move twice in a row', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(3)), (numbers) => {
        const [straight, ...moves] = drawMoves((below) => numbers.next().value! % below);
        expect(straight).toBe('look_straight');
        expect(moves).toHaveLength(3);
        expect(moves.some((move) => move.startsWith('turn_'))).toBe(true);
        expect(moves.every((move, index) => move !== moves[index - 1])).toBe(true);
      }),
    );
  });

  it('comes in every order', () => {
    expect(new Set(Array.from({ length: 2_000 }, () => drawMoves().join())).size).toBe(34);
  });
});

describe('A face', () => {
  const neutral = neutralOf([faceSeen(), faceSeen({ yaw: 2 }), faceSeen({ yaw: 25 })]);
  it.each<[object, ChallengeMove | undefined]>([
    [{}, 'look_straight'],
    [{ yaw: 24 }, 'turn_left'],
    [{ yaw: -24 }, 'turn_right'],
    [{ yaw: 14 }, undefined],
    [{ pitch: 16 }, 'look_up'],
    [{ mouth: 0.09 }, 'open_mouth'],
    [{ pitch: 20, mouth: 0.06 }, 'look_up'],
    [{ pitch: 11.5, mouth: 0.12 }, 'open_mouth'],
    [{ mouth: 0.035 }, undefined],
  ])('shows its move: %j: %s', (view, move) => expect(moveShown(faceSeen(view), neutral)).toBe(move));
});

describe('The order of the moves', () => {
  const [s, l, r, u, o] = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth'] as const;
  const steps = [s, l, u, r];
  it.each<[string, boolean, (ChallengeMove | undefined)[]]>([
    ['as asked', true, [s, undefined, l, l, s, u, u, s, r, r]],
    ['as asked, without looking straight in between', true, [s, l, l, u, u, r, r]],
    ['with a wobble', true, [s, l, l, r, s, u, u, r, r]],
    ['with a move shown twice', true, [s, l, l, s, l, l, u, u, s, r, r]],
    ['with two stray frames', false, [s, l, l, r, s, u, u, l, r, r]],
    ['with a move of one frame', false, [s, l, l, u, s, r, r]],
    ['with a move whose frames are apart', false, [s, l, l, u, s, u, s, r, r]],
    ['with another move', false, [s, l, l, r, r, u, u, r, r]],
    ['the other way round', false, [s, r, r, u, u, l, l]],
    ['not to the end', false, [s, l, l, u, u, s, s]],
    ['turned from the beginning', false, [l, l, s, u, u, r, r]],
    ['still', false, [s, s, s, s, s]],
  ])('is accepted or not: %s: %s', (_, passes, shown) => expect(showsInOrder(steps, shown)).toBe(passes));

  it.each([1, 2, 3])('fails a film that shows every move for %d frames, whatever the order asked', (frames) => {
    const moves = [l, r, u, o].flatMap((move) => new Array<ChallengeMove>(frames).fill(move));
    const film = [s, s, ...Array.from({ length: 22 }, (_, index) => moves[index % moves.length])];
    const orders = new Map(Array.from({ length: 2_000 }, () => drawMoves()).map((order) => [order.join(), order]));
    expect(orders.size).toBe(34);
    expect([...orders.values()].filter((order) => showsInOrder(order, film))).toEqual([]);
  });
});

describe('Parallax', () => {
  it('grows as a head turns', () => {
    const [at10, at20, at30] = [10, 20, 30].map((yaw) => parallaxBetween(faceSeen(), faceSeen({ yaw })));
    expect(at10!).toBeGreaterThan(0.02);
    expect(at20!).toBeGreaterThan(0.05);
    expect(at30!).toBeGreaterThan(at20!);
  });

  it.each([{ yaw: 45 }, { pitch: 40 }, { yaw: -30, pitch: 20, x: 200, size: 90 }])(
    'is nothing for a flat picture held at %j',
    (view) => {
      const [flat, tilted] = [faceSeen({ flat: true }), faceSeen({ flat: true, ...view })];
      expect(parallaxBetween(flat, tilted)).toBeLessThan(0.001);
    },
  );
});
