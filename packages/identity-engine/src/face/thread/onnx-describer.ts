import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MODELS } from '../../model-files.js';
import { OnnxSession } from '../../onnx/onnx-session.js';
import { ALIGNED } from '../alignment.js';
import type { Mesh } from '../face.js';
import { inputOf, shapeOf, type OnnxNet } from '../onnx-net.js';
import type { Pyramid } from '../raster.js';
import { cutOut, mirror } from './chips.js';
import type { FaceDescriber } from './face-describer.js';

const LONGEST_DESCRIPTOR = 4_096;
const GREY = 127;

/**
 * Describes faces with a net from an ONNX file. The face and its mirror image are passed one by one, because many nets
 * accept no batches.
 */
export class OnnxDescriber implements FaceDescriber {
  private constructor(
    private readonly session: OnnxSession,
    private readonly net: OnnxNet,
  ) {}

  /** Loads the net and tries it on a plain grey picture. Throws with the reason if the net is unusable. */
  static async load(net: OnnxNet): Promise<OnnxDescriber> {
    const session = await OnnxSession.open(contentOf(net), shapeOf(net.input));
    const describer = new OnnxDescriber(session, net);
    const { length } = await describer.#run(new Float32Array(3 * net.input.size ** 2).fill(GREY));
    if (length >= 2 && length <= LONGEST_DESCRIPTOR) return describer;
    throw new Error(`its output has ${length} values, and a descriptor has 2 to ${LONGEST_DESCRIPTOR}`);
  }

  async describe(mesh: Mesh, pyramid: Pyramid): Promise<number[]> {
    const { size } = this.net.input;
    const values = 3 * size ** 2;
    const chips = new Float32Array(2 * values);
    cutOut(mesh, pyramid, ALIGNED[this.net.alignment], chips, 0, size);
    withContrast(chips.subarray(0, values));
    mirror(chips, 0, size);
    const seen = await this.#run(chips.subarray(0, values));
    const mirrored = await this.#run(chips.subarray(values));
    return Array.from(seen, (value, index) => (value + (mirrored[index] ?? 0)) / 2);
  }

  #run(chip: Float32Array): Promise<Float32Array> {
    return this.session.run(inputOf(chip, this.net.input));
  }
}

/**
 * Standard deviations of the brightness, which goes from 0 to 255. The contrast of a face below PALE is raised to
 * USUAL. Faces usually have about 50, a portrait under a printed pattern can have a tenth of it.
 */
const [PALE, USUAL] = [15, 50];

/**
 * Raises the contrast of pale faces. The nets were trained with photographs, and find pale faces similar to each other
 * instead of to the person.
 */
function withContrast(chip: Float32Array): void {
  const mean = chip.reduce((sum, value) => sum + value, 0) / chip.length;
  const spread = Math.sqrt(chip.reduce((sum, value) => sum + (value - mean) ** 2, 0) / chip.length);
  if (spread >= PALE || spread === 0) return;
  const more = USUAL / spread;
  chip.forEach((value, at) => (chip[at] = Math.min(255, Math.max(0, GREY + more * (value - mean)))));
}

function contentOf({ file, sha256 }: OnnxNet): Buffer {
  const content = read(file);
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== sha256) throw new Error(`the SHA-256 of ${file} is ${found}, and not the one in the description`);
  return content;
}

function read(file: string): Buffer {
  try {
    return readFileSync(resolve(MODELS, file));
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, { cause: error });
  }
}
