import sharp from 'sharp';
import {
  CHARACTERS,
  inColumns,
  PATCH_HEIGHT,
  PATCH_SIZE,
  PATCH_WIDTH,
} from '../../../dist/packages/identity-engine/src/training.js';
import { bilinear, blurred, compressed, smeared } from './plane.mjs';

/** The width of a drawn glyph, in pixels. Its height is one and a half times the width. */
const PITCH = 64;
const GLYPH_HEIGHT = PITCH * 1.5;
/** The size of the drawn field, in pitches: the cell, a part of its neighbours, and the space above and below. */
const [FIELD_WIDTH, FIELD_HEIGHT] = [1.7, 2.1];
/** The number of pixels for each pitch before the camera is simulated. */
const FINE = 18;
const MIDDLE = 0.35;

async function glyphsOf(font) {
  const baseline = GLYPH_HEIGHT / 2 + PITCH * 0.52;
  return Promise.all(
    Array.from(CHARACTERS, async (character) => {
      const path = inColumns(character, 0, baseline, PITCH, font);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PITCH}" height="${GLYPH_HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${path}</svg>`;
      const data = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
      return { width: PITCH, height: GLYPH_HEIGHT, pixels: Float32Array.from(data, (value) => 1 - value / 255) };
    }),
  );
}

/** The vertical middle of capital letters, in pixels from the top of the glyph. */
function middleOf(glyphs) {
  const rows = Array.from('HXEB8').flatMap((character) => {
    const { pixels } = glyphs[CHARACTERS.indexOf(character)];
    return Array.from(pixels).flatMap((ink, i) => (ink > 0.5 ? [Math.floor(i / PITCH)] : []));
  });
  return (Math.min(...rows) + Math.max(...rows)) / 2;
}

/**
 * Makes training samples: draws cells, and degrades them as printing and photographing do. The reader of machine
 * readable zones cuts the same kind of cells out of photographs.
 */
export class Samples {
  static async with(draws) {
    const fonts = await Promise.all(['ocrB', 'ocrBSquare'].map(glyphsOf));
    return new Samples(draws, fonts, middleOf(fonts[0]));
  }

  constructor(draws, fonts, middle) {
    Object.assign(this, { draws, fonts, middle });
  }

  /** A sample that shows the character with this index, in the form of the net's input. */
  of(index) {
    const ink = this.#worn(this.#weighted(this.#drawn(index)));
    const { draws } = this;
    // Nearly half of the samples are small, because small characters are confused the most.
    const [low, high] = draws.happens(0.45) ? [5, 9] : [9, 24];
    const pitch = Math.exp(draws.within(Math.log(low), Math.log(high)));
    const lens =
      (draws.happens(0.75) ? draws.within(0, 0.07) : draws.within(0.05, 0.13)) * (pitch < 9 ? 0.6 : 1) * FINE;
    let seen = lens > 0.2 ? blurred(ink, lens) : ink;
    if (draws.happens(0.16)) seen = smeared(seen, draws.within(0, Math.PI), draws.within(0.04, 0.26) * FINE);
    const contrast = draws.happens(0.3) ? draws.within(0.15, 0.4) : draws.within(0.4, 0.95);
    return this.#cut(this.#photographed(this.#lit(seen, contrast), pitch, contrast));
  }

  /**
   * Draws the glyph between two others: slightly shifted, turned and sheared, and with wavy outlines as printed ink
   * has.
   */
  #drawn(index) {
    const { draws, middle } = this;
    const glyphs = draws.of(this.fonts);
    const neighbour = () => {
      if (!draws.happens(0.92)) return undefined;
      return draws.happens(0.3) ? glyphs.at(-1) : draws.of(glyphs);
    };
    const cells = [neighbour(), glyphs[index], neighbour()];
    const [scaleX, scaleY, turn, shear] = [
      draws.within(0.86, 1.14),
      draws.within(0.84, 1.18),
      draws.within(-0.1, 0.1),
      draws.within(-0.14, 0.14),
    ];
    const [dx, dy, step] = [draws.within(-0.1, 0.1), draws.within(-0.11, 0.11), draws.within(0.97, 1.03)];
    const [wobble, frequency, phase] = [draws.within(0, 0.035) * PITCH, draws.within(0.05, 0.2), draws.within(0, 6)];
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return field((x, y) => {
      const [u, v] = [(x * PITCH) / scaleX - dx * PITCH, (y * PITCH) / scaleY - dy * PITCH];
      const gx = u * cos + v * sin + shear * v + PITCH / 2 + wobble * Math.sin(phase + frequency * v);
      const gy = -u * sin + v * cos + middle + wobble * Math.cos(phase + frequency * u);
      const cell = gx < 0 ? 0 : gx >= PITCH ? 2 : 1;
      const inCell = gx + (1 - cell) * PITCH * step;
      const isOutside = inCell < 0 || gy < 0 || inCell >= PITCH - 1 || gy >= GLYPH_HEIGHT - 1;
      return isOutside || !cells[cell] ? 0 : bilinear(cells[cell], inCell, gy);
    });
  }

  /** Makes the strokes thinner or heavier, as more or less ink does. */
  #weighted(plane) {
    const soft = blurred(plane, this.draws.within(0.5, 1.7));
    const [steep, threshold] = [this.draws.within(4, 10), 0.5 - this.draws.within(-0.24, 0.27)];
    return { ...soft, pixels: soft.pixels.map((ink) => 1 / (1 + Math.exp(-steep * (ink - threshold)))) };
  }

  /** Lightens spots of the ink, as if it were rubbed off. */
  #worn(plane) {
    const { draws } = this;
    if (!draws.happens(0.3)) return plane;
    const noise = blurred({ ...plane, pixels: plane.pixels.map(() => draws.normal()) }, draws.within(1.2, 4)).pixels;
    const spread = Math.sqrt(noise.reduce((sum, value) => sum + value * value, 0) / noise.length);
    const [threshold, depth] = [draws.within(0.6, 2), draws.within(0.2, 0.9)];
    return {
      ...plane,
      pixels: plane.pixels.map((ink, i) => (noise[i] / spread > threshold ? ink * (1 - depth) : ink)),
    };
  }

  /**
   * Adds the paper: its pattern, a line across it, uneven light, shadow and glare. The values of the result are
   * darkness.
   */
  #lit(plane, contrast) {
    const { draws } = this;
    const waves = draws.happens(0.45) ? Array.from({ length: draws.between(1, 2) }, () => waveOf(draws, contrast)) : [];
    const edge = (strength) => [draws.within(0, 2 * Math.PI), draws.within(-0.5, 0.65), strength, draws.within(2, 11)];
    const shadow = draws.happens(0.2) ? edge(draws.within(0.1, 0.4)) : undefined;
    const glare = draws.happens(0.15) ? edge(draws.within(0.3, 0.85)) : undefined;
    const line = draws.happens(0.12)
      ? [
          draws.within(0, Math.PI),
          draws.within(-0.75, 0.75),
          draws.within(0.02, 0.08),
          draws.within(0.2, 0.8) * contrast,
        ]
      : undefined;
    const [slopeX, slopeY, base] = [
      draws.within(-0.18, 0.18) * contrast,
      draws.within(-0.18, 0.18) * contrast,
      draws.within(0.03, 0.3),
    ];
    const reaches = ([angle, at, strength, steep], x, y) =>
      strength / (1 + Math.exp(-steep * (Math.cos(angle) * x + Math.sin(angle) * y - at)));
    return field((x, y, i) => {
      let dark = base + contrast * plane.pixels[i] + slopeX * x + slopeY * y;
      for (const wave of waves) dark += wave(x, y);
      if (line && Math.abs(Math.cos(line[0]) * x + Math.sin(line[0]) * y - line[1]) < line[2]) dark += line[3];
      if (shadow) dark += (1 - dark) * reaches(shadow, x, y);
      if (glare) dark *= 1 - reaches(glare, x, y);
      return Math.min(1, Math.max(0, dark));
    });
  }

  /** Simulates the camera: its resolution, noise, sharpening and JPEG compression. */
  #photographed(plane, wanted, contrast) {
    const { draws } = this;
    const pitch = wanted < 20 ? wanted : FINE;
    const [phaseX, phaseY] = wanted < 20 ? [draws.next(), draws.next()] : [0, 0];
    let seen = wanted < 20 ? coarse(plane, pitch, phaseX, phaseY) : plane;
    const noise = draws.happens(0.6) ? draws.within(0, 0.02) : draws.within(0.02, 0.07);
    seen = { ...seen, pixels: seen.pixels.map((value) => value + noise * draws.normal() * (0.3 + contrast)) };
    if (draws.happens(0.25)) {
      const [soft, amount] = [blurred(seen, draws.within(0.6, 1.2)).pixels, draws.within(0.3, 1.2)];
      seen = { ...seen, pixels: seen.pixels.map((value, i) => value + amount * (value - soft[i])) };
    }
    if (draws.happens(0.7)) {
      const quality = draws.happens(0.3) ? draws.within(22, 50) : draws.within(50, 95);
      seen = compressed(seen, quality, draws.between(0, 7), draws.between(0, 7));
    }
    return { seen, pitch, phaseX, phaseY };
  }

  /** Cuts out the area that the reader of machine readable zones cuts out: 1.1 pitches wide and 1.5 pitches high. */
  #cut({ seen, pitch, phaseX, phaseY }) {
    const [dx, dy] = [this.draws.within(-0.03, 0.03), this.draws.within(-0.03, 0.03)];
    const patch = Float32Array.from({ length: PATCH_SIZE }, (_, i) => {
      const x = FIELD_WIDTH / 2 + (((i % PATCH_WIDTH) + 0.5) / PATCH_WIDTH - 0.5) * 1.1 + dx;
      const y = FIELD_HEIGHT / 2 + ((Math.floor(i / PATCH_WIDTH) + 0.5) / PATCH_HEIGHT - 0.5) * 1.5 + dy;
      return bilinear(seen, x * pitch + phaseX - 0.5, y * pitch + phaseY - 0.5);
    });
    return normalised(patch);
  }
}

/** Makes a picture of the field. `valueAt` gets a position in pitches from the middle. */
function field(valueAt) {
  const [width, height] = [Math.round(FIELD_WIDTH * FINE), Math.round(FIELD_HEIGHT * FINE)];
  const pixels = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
    return valueAt((x / width - 0.5) * FIELD_WIDTH, (y / height - 0.5) * FIELD_HEIGHT, i);
  });
  return { width, height, pixels };
}

function waveOf(draws, contrast) {
  const [angle, period, phase] = [draws.within(0, Math.PI), draws.within(0.12, 0.8), draws.within(0, 2 * Math.PI)];
  const [strength, power] = [draws.within(0.04, 0.3) * contrast, draws.within(1, 6)];
  const along = (x, y) => ((Math.cos(angle) * x + Math.sin(angle) * y) * 2 * Math.PI) / period;
  return (x, y) => strength * (0.5 + 0.5 * Math.sin(along(x, y) + phase)) ** power;
}

function coarse({ pixels, width, height }, pitch, phaseX, phaseY) {
  const size = { width: Math.ceil(FIELD_WIDTH * pitch) + 1, height: Math.ceil(FIELD_HEIGHT * pitch) + 1 };
  const factor = FINE / pitch;
  const step = Math.max(1, factor / 3);
  const at = (x, y) =>
    pixels[Math.min(height - 1, Math.max(0, Math.floor(y))) * width + Math.min(width - 1, Math.max(0, Math.floor(x)))];
  const means = Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const [left, top] = [((i % size.width) - phaseX) * factor, (Math.floor(i / size.width) - phaseY) * factor];
    let [sum, count] = [0, 0];
    for (let y = top; y < top + factor - 0.01; y += step) {
      for (let x = left; x < left + factor - 0.01; x += step, count++) sum += at(x, y);
    }
    return sum / count;
  });
  return { ...size, pixels: means };
}

/**
 * Scales the values so that paper is 0 and ink is 1, then shifts them by MIDDLE, as the reader of machine readable
 * zones does.
 */
function normalised(patch) {
  const sorted = Float32Array.from(patch).sort();
  const paper = sorted[Math.floor(patch.length * 0.05)];
  const range = Math.max(sorted[Math.floor(patch.length * 0.93)] - paper, 0.02);
  return patch.map((value) => Math.max(-1, Math.min(2, (value - paper) / range)) - MIDDLE);
}
