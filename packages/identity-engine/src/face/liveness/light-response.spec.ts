import fc from 'fast-check';
import { COLOURS_SHOWN, drawColours } from './coloured-light.js';
import { lightColours, type LightColour } from '../light-colour.js';
import type { Tone } from '../face.js';
import { lightResponse, type LitFace } from './light-response.js';

const ROOM: Tone = [0.22, 0.18, 0.15];
const WALL: Tone = [0.3, 0.31, 0.28];
const channels = (colour: LightColour): Tone => [
  ['red', 'yellow', 'magenta'].includes(colour) ? 1 : 0,
  ['green', 'yellow', 'cyan'].includes(colour) ? 1 : 0,
  ['blue', 'cyan', 'magenta'].includes(colour) ? 1 : 0,
];

interface Scene {
  /** The light that the screen adds to the face and to the background, relative to the light of the room. */
  readonly face: number;
  readonly behind: number;
  /** The camera's gain in each frame, for the whole picture. */
  readonly gain?: (frame: number) => Tone;
  readonly noise?: number;
}

const noiseOf = (frame: number, channel: number): number => Math.sin(91.7 * frame + 37.3 * channel + 11);
function filmed(shown: readonly LightColour[], asked: readonly LightColour[], scene: Scene): LitFace[] {
  const { face, behind, gain = () => [1, 1, 1], noise = 0 } = scene;
  return asked.map((colour, frame) => {
    const lit = (room: Tone, added: number): Tone => {
      const light = channels(shown[frame]!).map(
        (on, channel) =>
          room[channel]! * (1 + added * on + noise * noiseOf(frame, channel)) * (gain(frame)[channel] ?? 1),
      );
      return light as unknown as Tone;
    };
    return { colour, tones: { face: lit(ROOM, face), behind: lit(WALL, behind) } };
  });
}

const ORDER: LightColour[] = ['red', 'cyan', 'blue', 'green', 'magenta', 'yellow'];

describe('The colours of the screen', () => {
  it('are drawn in no order that can be foreseen, none twice in a row, four different ones at least', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(5)), (numbers) => {
        const colours = drawColours((below) => numbers.next().value! % below);
        expect(colours).toHaveLength(COLOURS_SHOWN);
        expect(colours.every((colour, at) => lightColours.includes(colour) && colour !== colours[at - 1])).toBe(true);
        expect(new Set(colours).size).toBeGreaterThanOrEqual(4);
      }),
      { numRuns: 30 },
    );
    expect(new Set(Array.from({ length: 500 }, () => drawColours().join())).size).toBeGreaterThan(450);
  });

  it.each([0.02, 0.05, 0.2])('are found in a face to which they add %d of the light', (face) => {
    expect(lightResponse(filmed(ORDER, ORDER, { face, behind: 0, noise: 0.002 }))).toBeGreaterThan(0.5);
  });

  it('are found whatever a camera does to brightness and colours of the whole picture', () => {
    const gain = (frame: number): Tone => [1 - 0.08 * frame, 1 - 0.05 * frame, 1 + 0.04 * frame];
    expect(lightResponse(filmed(ORDER, ORDER, { face: 0.05, behind: 0.005, gain }))).toBeGreaterThan(0.5);
  });

  it('are not found in a recording, which shows the room that it was made in', () => {
    expect(lightResponse(filmed(ORDER, ORDER, { face: 0, behind: 0, noise: 0.004 }))).toBeLessThan(0.5);
  });

  it('are not found where the whole picture is lit as the face is', () => {
    expect(lightResponse(filmed(ORDER, ORDER, { face: 0.1, behind: 0.1, noise: 0.002 }))).toBeLessThan(0.5);
  });

  it('are found in hardly any recording of another order', () => {
    let seed = 1;
    const draw = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const orders = Array.from({ length: 2_000 }, () => drawColours(draw)).filter(
      (order) => order.join() !== ORDER.join(),
    );
    const found = orders.filter((shown) => lightResponse(filmed(shown, ORDER, { face: 0.1, behind: 0 })) > 0.5);
    expect(found.length / orders.length).toBeLessThan(0.015);
  });

  it('are not found without any frame', () => expect(lightResponse([])).toBe(0));
});
