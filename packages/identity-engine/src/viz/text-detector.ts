import sharp from 'sharp';
import { modelFile } from '../model-files.js';
import type { GreyPicture } from '../mrz/grey-picture.js';
import { OnnxSession } from '../onnx/onnx-session.js';

/** Position of a piece of text, in pixels of the page. */
export interface TextBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Longer side of the net's input, in pixels. */
const LONGEST = 736;
const MOST_ENLARGED = 1.5;
/** The net halves its input five times, so each side must be a multiple of 32. */
const STEP = 32;
/** Mean and standard deviation of the net's training pictures, in the order blue, green, red. */
const MEAN = [0.485, 0.456, 0.406];
const SPREAD = [0.229, 0.224, 0.225];

/** Least probability of text: for each pixel of a box, and for the average of its pixels. */
const LEAST_LIKELY = 0.3;
const LEAST_AVERAGE = 0.5;
const FEWEST_PIXELS = 12;
const LEAST_HEIGHT = 3;
/**
 * The net marks only the middle of a line. A box is enlarged on all sides by area × margin / perimeter, as in the net's
 * training.
 */
const MARGIN = 1.7;

/**
 * PP-OCR's text detector (PaddleOCR, version 4, mobile): finds the pieces of text on a page, in no particular order.
 */
export class TextDetector {
  private constructor(private readonly net: OnnxSession) {}

  static async load(): Promise<TextDetector> {
    return new TextDetector(await OnnxSession.open(modelFile('text-detector.onnx'), [1, 3, STEP, STEP]));
  }

  async boxesOn(page: GreyPicture): Promise<TextBox[]> {
    const scale = Math.min(MOST_ENLARGED, LONGEST / Math.max(page.width, page.height));
    const [width, height] = [page.width, page.height].map((side) =>
      Math.max(STEP, Math.round((side * scale) / STEP) * STEP),
    ) as [number, number];
    const small = await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 1 } })
      .resize(width, height, { fit: 'fill' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const likelihood = await this.net.run(inputOf(small), [1, 3, height, width]);
    const [right, down] = [page.width / width, page.height / height];
    return blobsIn(likelihood, width, height).map(({ x0, y0, x1, y1 }) => {
      const grown = ((x1 - x0) * (y1 - y0) * MARGIN) / (2 * (x1 - x0 + y1 - y0));
      return {
        x0: Math.max(0, Math.round((x0 - grown) * right)),
        y0: Math.max(0, Math.round((y0 - grown) * down)),
        x1: Math.min(page.width, Math.round((x1 + grown) * right)),
        y1: Math.min(page.height, Math.round((y1 + grown) * down)),
      };
    });
  }
}

function inputOf(grey: Buffer): Float32Array {
  const input = new Float32Array(3 * grey.length);
  for (let channel = 0; channel < 3; channel++) {
    const [mean, spread] = [MEAN[channel] ?? 0, SPREAD[channel] ?? 1];
    for (let i = 0; i < grey.length; i++) input[channel * grey.length + i] = ((grey[i] ?? 0) / 255 - mean) / spread;
  }
  return input;
}

/** Connected pixels that are likely text, as boxes. */
function blobsIn(likelihood: Float32Array, width: number, height: number): TextBox[] {
  const seen = new Uint8Array(likelihood.length);
  const stack = new Int32Array(likelihood.length);
  const boxes: TextBox[] = [];
  const isText = (at: number): boolean => seen[at] === 0 && (likelihood[at] ?? 0) >= LEAST_LIKELY;
  for (let start = 0; start < likelihood.length; start++) {
    if (!isText(start)) continue;
    let [x0, y0, x1, y1, pixels, sum, top] = [width, height, 0, 0, 0, 0, 0];
    const push = (at: number): void => {
      if (!isText(at)) return;
      seen[at] = 1;
      stack[top++] = at;
    };
    push(start);
    while (top > 0) {
      const at = stack[--top] ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      pixels++;
      sum += likelihood[at] ?? 0;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
      if (x > 0) push(at - 1);
      if (x < width - 1) push(at + 1);
      if (y > 0) push(at - width);
      if (y < height - 1) push(at + width);
    }
    if (pixels >= FEWEST_PIXELS && sum / pixels >= LEAST_AVERAGE && y1 - y0 >= LEAST_HEIGHT) {
      boxes.push({ x0, y0, x1, y1 });
    }
  }
  return boxes;
}
