import type { Area } from '../grey.js';
import { placed } from './placing.js';

const oval: Area = { left: 100, top: 50, width: 208, height: 276 };
/** A face whose height is `size` of the oval's, with its centre offset by `right` and `down` of the oval's size. */
const face = (size: number, { right = 0, down = 0 } = {}): Area => {
  const [width, height] = [0.75 * size * oval.height, size * oval.height];
  return {
    width,
    height,
    left: oval.left + (oval.width - width) / 2 + right * oval.width,
    top: oval.top + (oval.height - height) / 2 + down * oval.height,
  };
};

describe('A face before the camera', () => {
  it.each([
    ['is in the oval', face(0.8), 'good'],
    ['is in the oval when it is a little aside', face(0.7, { right: 0.1, down: -0.1 }), 'good'],
    ['is too far away', face(0.4), 'closer'],
    ['is too near', face(1.3), 'away'],
    ['is beside the middle', face(0.7, { right: -0.4 }), 'align'],
    ['is above the middle', face(0.7, { down: -0.3 }), 'align'],
    ['is not seen', undefined, 'place'],
  ] as const)('%s', (_, found, placing) => expect(placed(found, oval)).toBe(placing));
});
