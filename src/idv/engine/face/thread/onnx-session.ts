import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web/wasm';
import { systemCode } from '../../../../shared/security/tls/system-error.js';
import type { OnnxNet } from '../onnx-net.js';
import { modelFile } from './model-files.js';

/** A net in an ONNX file with one input and one output, run by ONNX Runtime's WebAssembly in this thread. */
export class OnnxSession {
  private constructor(
    private readonly session: ort.InferenceSession,
    private readonly shape: readonly number[],
    private readonly input: string,
    private readonly output: string,
  ) {}

  /** `shape`: of its input. Fails with what is wrong with the net. */
  static async open(net: Pick<OnnxNet, 'file' | 'sha256'>, shape: readonly number[]): Promise<OnnxSession> {
    const content = contentOf(net);
    ort.env.logLevel = 'fatal'; // what fails is thrown as well
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = modelFile('ort-wasm-simd-threaded.wasm');
    const session = await ort.InferenceSession.create(content).catch((error: unknown) => {
      throw new Error(`it cannot be loaded (${reasonOf(error)})`, { cause: error });
    });
    const [[input, ...moreInputs], [output, ...moreOutputs]] = [session.inputMetadata, session.outputMetadata];
    if (!input || !output || moreInputs.length + moreOutputs.length > 0) {
      throw new Error(
        `it has ${session.inputNames.length} inputs and ${session.outputNames.length} outputs, not one each`,
      );
    }
    demandShape(input, shape);
    return new OnnxSession(session, shape, input.name, output.name);
  }

  async run(values: Float32Array): Promise<Float32Array> {
    const given = new ort.Tensor('float32', values, this.shape);
    const found = await this.session.run({ [this.input]: given }).catch((error: unknown) => {
      throw new Error(`it cannot be run (${reasonOf(error)})`, { cause: error });
    });
    const data = found[this.output]?.data;
    if (!(data instanceof Float32Array)) throw new Error('its output is not of float32');
    if (!data.every(Number.isFinite)) throw new Error('its output has values that are no numbers');
    return data;
  }
}

function contentOf({ file, sha256 }: Pick<OnnxNet, 'file' | 'sha256'>): Buffer {
  const content = read(file);
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== sha256) throw new Error(`the SHA-256 of ${file} is ${found}, and not the one in the description`);
  return content;
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read (${systemCode(error) ?? 'unknown'})`, { cause: error });
  }
}

/** Sides that a net leaves open fit any. */
function demandShape(input: ort.InferenceSession.ValueMetadata, wanted: readonly number[]): void {
  const [type, shape] = input.isTensor ? [input.type, input.shape] : ['no tensor', []];
  const fits =
    shape.length === wanted.length && shape.every((side, i) => typeof side === 'string' || side === wanted[i]);
  if (type === 'float32' && (fits || shape.length === 0)) return;
  throw new Error(`its input is ${type}[${shape.join()}], and the description makes float32[${wanted.join()}]`);
}

/** ONNX Runtime puts a code before what it has to say. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unknown').replace(/^.*ERROR_MESSAGE: /s, '').split('\n', 1)[0] ?? '';
