import { Random } from '../specimens/random.js';
import { emitted } from '../specimens/screen.js';
import { screenPattern } from './screen-pattern.js';

const LIMIT = 0.45;
const PITCH = 2.8;
const [WIDTH, HEIGHT] = [480, 390];

/**
 * A picture of a page: slightly turned lines of text, fine background lines, and camera noise. Only the green channel
 * is used.
 */
function page(lightAt: (x: number, y: number) => number = () => 1, isBlank = false) {
  const random = new Random(3);
  const strokes = Array.from({ length: 4_000 }, () =>
    Array<boolean>(random.between(3, 9)).fill(random.next() < 0.5),
  ).flat();
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at += 3) {
      const [along, down] = [Math.round(x + y * 0.07), y - x * 0.07 + 100];
      const isInk = down % 41 < 14 && strokes[Math.floor(down / 41) * 1_000 + along];
      const shade = isBlank ? 210 : isInk ? 40 : (down + x / 9) % 17 < 2 ? 170 : 210;
      pixels[at + 1] = Math.min(255, shade * lightAt(x, y) + random.between(-6, 6));
    }
  }
  return { pixels, width: WIDTH, height: HEIGHT };
}

describe('The pattern of a screen', () => {
  it('stands out where a page is shown by one, and hardly on paper', () => {
    const onPaper = screenPattern(page());
    expect(onPaper).toBeLessThan(LIMIT);
    const onScreen = page((x, y) => emitted((x + y * 0.03) / PITCH, (y - x * 0.03) / PITCH, PITCH, 1));
    expect(screenPattern(onScreen)).toBeGreaterThan(LIMIT);
  });

  it('is two waves at a right angle: one may be printed', () => {
    const wave = (x: number, y: number) => 0.04 * Math.sin((x + y * 0.1) / 0.6);
    const [one, two] = [page((x, y) => 1 + wave(x, y), true), page((x, y) => 1 + wave(x, y) + wave(-y, x), true)];
    expect(screenPattern(one)).toBeLessThan(LIMIT);
    expect(screenPattern(two)).toBeGreaterThan(LIMIT);
  });

  it('is not looked for in what is too small', () => {
    expect(screenPattern({ pixels: Buffer.alloc(300 * 300 * 3), width: 300, height: 300 })).toBe(0);
  });
});
