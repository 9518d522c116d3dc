import * as ort from 'onnxruntime-web/wasm';
import { modelFile } from '../model-files.js';

/** A net from an ONNX file with one input and one output. ONNX Runtime runs it as WebAssembly in this thread. */
export class OnnxSession {
  private constructor(
    private readonly session: ort.InferenceSession,
    private readonly shape: readonly number[],
    private readonly input: string,
    private readonly output: string,
  ) {}

  /**
   * Opens a net from the content of its file. Throws with the reason if the net does not accept inputs of this shape.
   */
  static async open(content: Uint8Array, shape: readonly number[]): Promise<OnnxSession> {
    ort.env.logLevel = 'fatal'; // turns off ONNX Runtime's log, because its errors are also thrown
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

  /** Runs the net. `shape` may differ from that of `open` if the net has dimensions without a fixed size. */
  async run(values: Float32Array, shape = this.shape): Promise<Float32Array> {
    const given = new ort.Tensor('float32', values, shape);
    const found = await this.session.run({ [this.input]: given }).catch((error: unknown) => {
      throw new Error(`it cannot be run (${reasonOf(error)})`, { cause: error });
    });
    const data = found[this.output]?.data;
    if (!(data instanceof Float32Array)) throw new Error('its output is not of float32');
    if (!data.every(Number.isFinite)) throw new Error('its output has values that are no numbers');
    return data;
  }
}

/** Checks the shape of the input. A dimension without a fixed size accepts any. */
function demandShape(input: ort.InferenceSession.ValueMetadata, wanted: readonly number[]): void {
  const [type, shape] = input.isTensor ? [input.type, input.shape] : ['no tensor', []];
  const fits =
    shape.length === wanted.length && shape.every((side, i) => typeof side === 'string' || side === wanted[i]);
  if (type === 'float32' && (fits || shape.length === 0)) return;
  throw new Error(`its input is ${type}[${shape.join()}], and the description makes float32[${wanted.join()}]`);
}

/** The reason in an error of ONNX Runtime, without the code in front of it. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unknown').replace(/^.*ERROR_MESSAGE: /s, '').split('\n', 1)[0] ?? '';
