import sharp from 'sharp';
import { modelFile } from '../model-files.js';
import type { GreyPicture } from '../mrz/grey-picture.js';
import { OnnxSession } from '../onnx/onnx-session.js';
import { likeliestText, type RecognisedText } from './likeliest-text.js';
import type { TextBox } from './text-detector.js';

/** Height of the net's input, in pixels. */
const HEIGHT = 48;
const STEP = 8;
const LEAST_WIDTH = 48;
const MOST_WIDTH = 960;

/** PP-OCR's text recogniser (PaddleOCR, version 4, mobile): reads one line of text, mostly without accents. */
export class TextRecogniser {
  readonly #characters: readonly string[];

  private constructor(private readonly net: OnnxSession) {
    const characters = modelFile('text-characters.txt').toString().trimEnd().split(/\r?\n/);
    this.#characters = ['', ...characters, ' ']; // index 0 of the net's output means "no character"
  }

  static async load(): Promise<TextRecogniser> {
    return new TextRecogniser(await OnnxSession.open(modelFile('text-recogniser.onnx'), [1, 3, HEIGHT, LEAST_WIDTH]));
  }

  /** `relativeWidth` stretches or narrows the line; a narrower line is read faster. */
  async textIn(page: GreyPicture, { x0, y0, x1, y1 }: TextBox, relativeWidth: number): Promise<RecognisedText> {
    const [width, height] = [x1 - x0, y1 - y0];
    if (width < 1 || height < 1) return { text: '', legible: '', certainty: 0, certaintyOfLooks: 0 };
    const wanted = Math.round((HEIGHT * relativeWidth * width) / height / STEP) * STEP;
    const columns = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, wanted));
    const line = await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 1 } })
      .extract({ left: x0, top: y0, width, height })
      .resize(columns, HEIGHT, { fit: 'fill', kernel: 'cubic' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const input = new Float32Array(3 * line.length);
    for (let i = 0; i < input.length; i++) input[i] = (line[i % line.length] ?? 0) / 127.5 - 1;
    return likeliestText(await this.net.run(input, [1, 3, HEIGHT, columns]), this.#characters);
  }
}
