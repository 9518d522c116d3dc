import { AutoCapture, HintPace } from './auto-capture.js';
import { edgesAround } from './edges.js';
import { greyOf, type Area, type Grey } from './grey.js';
import { scaledArea, scaledTo, seenOf } from './guide.js';
import { lookAtDocument, lookAtFace, type Hint } from './hints.js';
import { lightIn } from './quality.js';

const SIZE = { width: 400, height: 300 };
const GUIDE: Area = { left: 28, top: 41, width: 344, height: 217 };

interface Drawing {
  readonly card?: Area;
  readonly table?: number;
  readonly paper?: number;
  readonly ink?: number;
  readonly glare?: Area;
  /** The angle in degrees by which the card is turned. */
  readonly askew?: number;
}

/** A card with lines of print on a table, as a camera sees it: with a little noise. */
function drawn({ card = GUIDE, table = 70, paper = 200, ink = 60, glare, askew = 0 }: Drawing = {}): Grey {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height);
  const [cos, sin] = [Math.cos((askew * Math.PI) / 180), Math.sin((askew * Math.PI) / 180)];
  const isIn = (area: Area, x: number, y: number) =>
    x >= area.left && x < area.left + area.width && y >= area.top && y < area.top + area.height;
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const [dx, dy] = [x - SIZE.width / 2, y - SIZE.height / 2];
      const [u, v] = [dx * cos + dy * sin + SIZE.width / 2, dy * cos - dx * sin + SIZE.height / 2];
      const [inX, inY] = [Math.floor(u - card.left), Math.floor(v - card.top)];
      const isInk = inX > 30 && inX < card.width - 30 && inY % 24 > 14 && inX % 5 < 2 && inY > 30;
      const value = isIn(card, u, v) ? (isInk ? ink : paper) : table;
      const noise = ((x * 7919 + y * 104_729) % 5) - 2;
      pixels[y * SIZE.width + x] = glare && isIn(glare, x, y) ? 255 : value + noise;
    }
  }
  return { ...SIZE, pixels };
}

function blurred({ pixels, width, height }: Grey, times: number): Grey {
  let from = pixels;
  for (let time = 0; time < times; time++) {
    const to = new Uint8ClampedArray(from.length);
    for (let at = 0; at < from.length; at++) {
      const around = [at, at - 1, at + 1, at - width, at + width].map((near) => from[near] ?? from[at] ?? 0);
      to[at] = around.reduce((sum, value) => sum + value, 0) / around.length;
    }
    from = to;
  }
  return { width, height, pixels: from };
}

const inset = ({ left, top, width, height }: Area, by: number): Area => ({
  left: left + by,
  top: top + by,
  width: width - 2 * by,
  height: height - 2 * by,
});
const hintFor = (picture: Grey, before = picture): Hint => lookAtDocument(picture, before, GUIDE).hint;

describe('The hint for a document', () => {
  it('is that all is well with a card in its place, light on dark or dark on light, also a little askew', () => {
    expect(hintFor(drawn())).toBe('good');
    expect(hintFor(drawn({ table: 225, paper: 130, ink: 20 }))).toBe('good');
    expect(hintFor(drawn({ askew: 2 }))).toBe('good');
  });

  it.each<[Hint, Drawing]>([
    ['place', { card: { left: 0, top: 0, width: 0, height: 0 }, table: 120 }],
    ['dark', { table: 5, paper: 30, ink: 5 }],
    ['bright', { table: 250, paper: 250, ink: 235 }],
    ['closer', { card: inset(GUIDE, 60) }],
    ['glare', { glare: { left: 150, top: 110, width: 60, height: 48 } }],
    ['glareTop', { glare: { left: 160, top: 56, width: 60, height: 48 } }],
    ['glareBottom', { glare: { left: 170, top: 200, width: 60, height: 48 } }],
    ['glareLeft', { glare: { left: 48, top: 120, width: 60, height: 48 } }],
    ['glareRight', { glare: { left: 290, top: 120, width: 60, height: 48 } }],
    ['glare', { glare: { left: 40, top: 140, width: 320, height: 16 } }],
  ])('is %s', (hint, drawing) => {
    expect(hintFor(drawn(drawing))).toBe(hint);
  });

  it('is to hold still while the picture moves, and that it is blurred when it is', () => {
    expect(lookAtDocument(drawn(), undefined, GUIDE).hint).toBe('moving');
    expect(hintFor(drawn(), drawn({ card: { ...GUIDE, left: GUIDE.left + 12 } }))).toBe('moving');
    expect(hintFor(blurred(drawn(), 12))).toBe('blurred');
  });

  it.each([-11, 10])('is to straighten it where it is turned by %d degrees', (askew) => {
    expect(hintFor(drawn({ card: inset(GUIDE, 16), askew }))).toBe('straighten');
  });

  it('is to align it where it hangs out at one side', () => {
    expect(hintFor(drawn({ card: { ...GUIDE, left: GUIDE.left + 70 } }))).toBe('align');
  });
});

it('The guide finds the edges of a card, and how far they are from it', () => {
  const { left, right, top, bottom } = edgesAround(drawn({ card: inset(GUIDE, 20) }), GUIDE).edges;
  const expected = 20 / Math.min(GUIDE.width, GUIDE.height);
  for (const edge of [left, right, top, bottom]) expect(edge).toBeCloseTo(expected, 1);
});

it.each([-6, 0, 6])('The guide finds the corners of a card that is turned by %d degrees', (askew) => {
  const { left, top, width, height } = inset(GUIDE, 20);
  const { outline, turned } = edgesAround(drawn({ card: { left, top, width, height }, askew }), GUIDE);
  const [cos, sin] = [Math.cos((askew * Math.PI) / 180), Math.sin((askew * Math.PI) / 180)];
  const corners = [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ] as const;
  const middle = [SIZE.width / 2, SIZE.height / 2] as const;
  for (const [index, [x, y]] of corners.entries()) {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const [atX = 0, atY = 0] = outline?.[index] ?? [];
    expect(Math.hypot(atX - (middle[0] + dx * cos - dy * sin), atY - (middle[1] + dx * sin + dy * cos))).toBeLessThan(
      6,
    );
  }
  expect(Math.abs(turned - Math.abs(askew))).toBeLessThan(1.5);
});

it('The guide draws no outline where a document is not seen on all sides, or not at all', () => {
  expect(edgesAround(drawn({ card: { ...GUIDE, left: GUIDE.left + 70 } }), GUIDE).outline).toBeUndefined();
  expect(edgesAround(drawn({ card: { left: 0, top: 0, width: 0, height: 0 } }), GUIDE).outline).toBeUndefined();
});

it('The hint judges the light of a face, not what is around it', () => {
  const oval: Area = { left: 120, top: 40, width: 160, height: 220 };
  expect(lookAtFace(drawn({ card: oval, paper: 20 }), undefined, oval).hint).toBe('dark');
  const lit = drawn({ card: oval, table: 5, paper: 150 });
  expect(lookAtFace(lit, lit, oval).hint).toBe('good');
});

it('The hint does not call dim light a blur: the same print in half the light is about as sharp', () => {
  const [bright, dim] = [drawn(), drawn({ table: 35, paper: 100, ink: 30 })];
  const ratio = lightIn(dim, GUIDE).sharpness / lightIn(bright, GUIDE).sharpness;
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});

it('The hint sees colours as grey', () => {
  const data = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255]);
  expect([...greyOf({ width: 3, height: 1, data }).pixels]).toEqual([255, 0, 150]);
});

describe('A picture that takes itself', () => {
  it('is taken after five good looks and 700 ms, once', () => {
    const auto = new AutoCapture();
    const taken = [0, 200, 400, 600, 800, 1_000].map((now) => auto.note('good', now));
    expect(taken).toEqual([false, false, false, false, true, false]);
  });

  it('is not taken while something has to be done in between', () => {
    const auto = new AutoCapture();
    const hints: Hint[] = ['good', 'good', 'good', 'moving', 'good', 'good', 'good', 'good'];
    expect(hints.some((hint, index) => auto.note(hint, index * 200))).toBe(false);
  });
});

it('The page shows a hint when it has settled, and speaks a few of them only', () => {
  const pace = new HintPace();
  const told = (['dark', 'dark', 'dark', 'good', 'dark', 'dark', 'glare', 'glare', 'glare'] as const).map(
    (hint, index) => pace.note(hint, index * 200),
  );
  expect(told.map(({ show }) => show ?? '-')).toEqual(['-', '-', 'dark', '-', '-', '-', '-', '-', 'glare']);
  expect(told.map(({ speak }) => speak ?? '-')).toEqual(['-', '-', 'dark', '-', '-', '-', '-', '-', '-']);
  expect(pace.note('glare', 3_000).speak).toBe('glare');
});

describe('The guide', () => {
  it('is where it is drawn, in a picture of another size', () => {
    const box = { width: 800, height: 600 };
    expect(scaledArea({ left: 80, top: 60, width: 640, height: 480 }, box, SIZE)).toEqual({
      left: 40,
      top: 30,
      width: 320,
      height: 240,
    });
  });

  it('knows which part of a video is seen', () => {
    expect(seenOf({ width: 1920, height: 1080 }, { width: 300, height: 400 })).toEqual({
      left: 555,
      top: 0,
      width: 810,
      height: 1080,
    });
  });

  it('makes large pictures smaller, and leaves small ones', () => {
    expect(scaledTo(2_400, { width: 4_000, height: 3_000 })).toEqual({ width: 2_400, height: 1_800 });
    expect(scaledTo(2_400, { width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
  });
});
