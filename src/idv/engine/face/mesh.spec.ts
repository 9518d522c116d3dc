import { faceSeen, headSeen } from '../../../../test/support/faces/modelled-head.js';
import { mouthOpening, poseOf, vertex } from './mesh.js';

describe('The pose of a head', () => {
  it.each([
    { yaw: 0, pitch: 0 },
    { yaw: 20, pitch: 0 },
    { yaw: -30, pitch: 0 },
    { yaw: 0, pitch: 15 },
    { yaw: 0, pitch: -12 },
  ])('of yaw $yaw and pitch $pitch is read from its mesh', (view) => {
    const { yaw, pitch, roll } = poseOf(headSeen(view));
    expect(Math.abs(yaw - view.yaw)).toBeLessThan(4);
    expect(Math.abs(pitch - view.pitch)).toBeLessThan(4);
    expect(Math.abs(roll)).toBeLessThan(1);
  });

  it('leans to the left when its top moves to the right of the picture', () => {
    const upright = headSeen();
    const turned = upright.map(({ x, y, z }) => ({
      x: x * Math.cos(0.3) - y * Math.sin(0.3),
      y: x * Math.sin(0.3) + y * Math.cos(0.3),
      z,
    }));
    expect(poseOf(turned).roll).toBeCloseTo((0.3 * 180) / Math.PI, 0);
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
