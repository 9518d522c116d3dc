import { faceSeen, headSeen } from '../../../test/support/faces/modelled-head.js';
import type { Mesh } from './face.js';
import { boxOf, mouthOpening, poseOf, squareAround, vertex } from './mesh.js';

const leaning = (mesh: Mesh, by: number): Mesh =>
  mesh.map(({ x, y, z }) => ({ x: x * Math.cos(by) - y * Math.sin(by), y: x * Math.sin(by) + y * Math.cos(by), z }));

describe('The pose of a head', () => {
  it.each([
    { yaw: 0, pitch: 0 },
    { yaw: 20, pitch: 0 },
    { yaw: -30, pitch: 0 },
    { yaw: 0, pitch: 15 },
    { yaw: 0, pitch: -12 },
  ])('is read from its mesh with yaw $yaw and pitch $pitch', (view) => {
    const { yaw, pitch, roll } = poseOf(headSeen(view));
    expect(Math.abs(yaw - view.yaw)).toBeLessThan(4);
    expect(Math.abs(pitch - view.pitch)).toBeLessThan(4);
    expect(Math.abs(roll)).toBeLessThan(1);
  });

  it('leans to the left when its top moves to the right of the picture', () => {
    expect(poseOf(leaning(headSeen(), 0.3)).roll).toBeCloseTo((0.3 * 180) / Math.PI, 0);
  });
});

describe('The square around a mesh', () => {
  it('has the face in its middle and leaves room on all sides', () => {
    const upright = headSeen();
    const { left, top, width, height } = boxOf(upright);
    const { x, y, side, lean } = squareAround(upright);
    expect(lean).toBeCloseTo(0, 1);
    expect(x).toBeCloseTo(left + width / 2, 0);
    expect(y).toBeCloseTo(top + height / 2, 0);
    expect(side / Math.max(width, height)).toBeCloseTo(1.5, 1);
  });

  it.each([0.3, -1.2, 3])('turns with a face that leans by %d', (by) => {
    const upright = squareAround(headSeen());
    const square = squareAround(leaning(headSeen(), by));
    expect(square.lean - upright.lean).toBeCloseTo(by);
    expect(square.side).toBeCloseTo(upright.side);
    expect(square.x).toBeCloseTo(upright.x * Math.cos(by) - upright.y * Math.sin(by));
    expect(square.y).toBeCloseTo(upright.x * Math.sin(by) + upright.y * Math.cos(by));
  });
});

describe('The mouth', () => {
  it('is as open in a turned face as in a straight one', () => {
    expect(mouthOpening(headSeen({ mouth: 0.1 }))).toBeCloseTo(0.1, 2);
    expect(mouthOpening(headSeen({ mouth: 0.1, yaw: 20 }))).toBeCloseTo(0.1, 2);
  });
});

it('A mesh without a vertex is refused', () => {
  expect(() => vertex(faceSeen().mesh, 500)).toThrow('The mesh has no vertex 500');
});
