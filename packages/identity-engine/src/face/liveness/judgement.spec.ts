import { faceSeen, frameOf, type View } from '../../../../../test/support/faces/modelled-head.js';
import type { FoundFace } from '../face.js';
import { livenessOf, type SeenFrame } from './judgement.js';

const steps = ['look_straight', 'turn_left', 'open_mouth', 'turn_right'] as const;
const path: readonly View[] = [
  {},
  { yaw: 3 },
  { yaw: 15 },
  { yaw: 22 },
  { yaw: 24 },
  { yaw: 8 },
  { mouth: 0.1 },
  { mouth: 0.12 },
  { yaw: -4 },
  { yaw: -23 },
  { yaw: -25 },
  { yaw: -2 },
];
const filmed = (faces: readonly (readonly FoundFace[])[]): SeenFrame[] =>
  faces.map((some, number) => ({ number, found: frameOf(some, `frame ${number}`) }));
const verdict = (views: readonly View[], each: (view: View) => FoundFace[] = (view) => [faceSeen(view)]) =>
  livenessOf(steps, filmed(views.map(each)));
const with_ = (index: number, view: View): View[] => path.map((own, at) => (at === index ? view : own));

describe('The response to a challenge', () => {
  it('is live when a head shows what was asked; the straightest frames are compared', () => {
    expect(verdict(path)).toEqual({ selfies: [0, 11, 1], moved: [3, 6, 9], score: expect.any(Number) });
  });

  it.each<[string, readonly View[]]>([
    ['a picture held still', path.map(() => ({}))],
    ['a picture moved about', path.map((_, at) => ({ flat: true, x: 300 + 5 * at, size: 60 + at }))],
    ['the moves in another order', [...path.slice(8), ...path.slice(5, 8), ...path.slice(0, 5)]],
    ['a cut to another place', with_(5, { x: 40 })],
    ['a cut to another size', with_(5, { size: 25 })],
    ['too few frames', [{}, { yaw: 22 }, { mouth: 0.1 }, { yaw: -22 }, {}]],
  ])('fails: %s', (_, views) => expect(verdict(views)).toBe('liveness_failed'));

  it('fails when a flat picture pretends to turn', () => {
    // A flat picture whose tilt the mesh mistakes for a turn. Its vertices still lie in a plane.
    const pretending = (view: View): FoundFace[] => [
      { ...faceSeen({ ...view, flat: true }), pose: faceSeen(view).pose },
    ];
    expect(verdict(path, pretending)).toBe('liveness_failed');
  });

  it('fails when the stream stands still', () => {
    const frozen = filmed(path.map((view) => [faceSeen(view)])).map(({ number, found }) => ({
      number,
      found: { ...found, fingerprint: `${number >> 2}` },
    }));
    expect(livenessOf(steps, frozen)).toBe('liveness_failed');
  });

  it.each<[string, (view: View) => FoundFace[]]>([
    ['a second person', (view) => [faceSeen(view), faceSeen({ ...view, x: 560, size: 50 })]],
    ['a blurred face', (view) => [faceSeen(view, { sharpness: 0.02 })]],
    ['a dark face', (view) => [faceSeen(view, { brightness: 0.03 })]],
    ['a face far away', (view) => [faceSeen({ ...view, size: 15 })]],
    ['no face', (view) => (view.yaw ? [] : [faceSeen(view)])],
  ])('is to be tried again with %s', (_, each) => expect(verdict(path, each)).toBe('selfie_quality'));
});

describe('A still selfie', () => {
  const still = (...views: readonly View[]) =>
    livenessOf(['look_straight'], filmed(views.map((view) => [faceSeen(view)])));

  it.each<[string, readonly View[]]>([
    ['of a camera', [{}, { x: 321 }]],
    ['in a file', [{}]],
    ['of a head that leans aside and back', [{ yaw: 20, pitch: 14, mouth: 0.08 }]],
  ])('%s is compared, and shows nothing of liveness', (_, views) => {
    expect(still(...views)).toEqual({ selfies: views.map((_view, number) => number), moved: [], score: 0 });
  });

  it('fails when its frames are the same, when the picture jumps, and without any', () => {
    const [frame] = filmed([[faceSeen()]]);
    expect(livenessOf(['look_straight'], [frame!, { ...frame!, number: 1 }])).toBe('liveness_failed');
    expect(still({}, { x: 40 })).toBe('liveness_failed');
    expect(still()).toBe('liveness_failed');
  });

  it('is to be tried again when no face in it can be compared', () => {
    expect(still({ yaw: 40 }, { yaw: 41 })).toBe('selfie_quality');
    expect(livenessOf(['look_straight'], filmed([[]]))).toBe('selfie_quality');
  });
});
