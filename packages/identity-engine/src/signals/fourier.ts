/** A radix-2 Fourier transform of a fixed size, with precomputed tables. */
export class Fourier {
  readonly #order: Uint16Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;

  /** `size`: a power of two. */
  constructor(readonly size: number) {
    const bits = Math.log2(size);
    this.#order = Uint16Array.from({ length: size }, (_, i) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
      return reversed;
    });
    const angles = Array.from({ length: size / 2 }, (_, i) => (-2 * Math.PI * i) / size);
    this.#cos = Float64Array.from(angles, Math.cos);
    this.#sin = Float64Array.from(angles, Math.sin);
  }

  /** Transforms every `stride`-th value from `from` on, in place. */
  transform(re: Float64Array, im: Float64Array, from = 0, stride = 1): void {
    const { size } = this;
    for (let i = 0; i < size; i++) {
      const other = this.#order[i] ?? 0;
      if (other <= i) continue;
      swap(re, from + i * stride, from + other * stride);
      swap(im, from + i * stride, from + other * stride);
    }
    for (let half = 1; half < size; half *= 2) {
      for (let k = 0, turn = 0; k < half; k++, turn += size / (2 * half)) {
        const cos = this.#cos[turn] ?? 0;
        const sin = this.#sin[turn] ?? 0;
        for (let start = k; start < size; start += 2 * half)
          join(re, im, from + start * stride, half * stride, cos, sin);
      }
    }
  }

  /** Transforms a square, row by row and then column by column. */
  transformSquare(re: Float64Array, im: Float64Array): void {
    for (let row = 0; row < this.size; row++) this.transform(re, im, row * this.size);
    for (let column = 0; column < this.size; column++) this.transform(re, im, column, this.size);
  }
}

/** The butterfly of the Cooley–Tukey algorithm. */
function join(re: Float64Array, im: Float64Array, a: number, apart: number, cos: number, sin: number): void {
  const b = a + apart;
  const bRe = re[b] ?? 0;
  const bIm = im[b] ?? 0;
  const turnedRe = bRe * cos - bIm * sin;
  const turnedIm = bRe * sin + bIm * cos;
  const aRe = re[a] ?? 0;
  const aIm = im[a] ?? 0;
  re[b] = aRe - turnedRe;
  im[b] = aIm - turnedIm;
  re[a] = aRe + turnedRe;
  im[a] = aIm + turnedIm;
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = kept;
}
