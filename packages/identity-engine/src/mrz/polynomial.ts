/** The coefficients of a polynomial, starting with the constant. */
export type Polynomial = readonly number[];

export function valueAt(polynomial: Polynomial, t: number): number {
  let value = 0;
  for (let k = polynomial.length - 1; k >= 0; k--) value = value * t + (polynomial[k] ?? 0);
  return value;
}

export function slopeAt(polynomial: Polynomial, t: number): number {
  let value = 0;
  for (let k = polynomial.length - 1; k >= 1; k--) value = value * t + k * (polynomial[k] ?? 0);
  return value;
}

export interface Sample {
  readonly t: number;
  readonly value: number;
  readonly weight: number;
}

/** Fits a polynomial by least squares. Undefined if the samples do not determine one of that degree. */
export function fitted(samples: readonly Sample[], degree: number): Polynomial | undefined {
  const count = degree + 1;
  const rows = Array.from({ length: count }, () => new Float64Array(count + 1));
  for (const { t, value, weight } of samples) {
    rows.forEach((row, r) => {
      for (let c = 0; c < count; c++) row[c] = (row[c] ?? 0) + weight * t ** (r + c);
      row[count] = (row[count] ?? 0) + weight * t ** r * value;
    });
  }
  rows.forEach((row, r) => (row[r] = (row[r] ?? 0) + (r > 0 ? 1e-9 : 0)));
  return solved(rows);
}

/**
 * Solves linear equations by Gauss–Jordan elimination with pivoting. Each row contains the coefficients and the
 * right-hand side.
 */
export function solved(rows: Float64Array[]): number[] | undefined {
  const count = rows.length;
  for (let i = 0; i < count; i++) {
    const pivot = rows.slice(i).reduce((a, b) => (Math.abs(b[i] ?? 0) > Math.abs(a[i] ?? 0) ? b : a));
    if (Math.abs(pivot[i] ?? 0) < 1e-12) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let c = i; c <= count; c++) row[c] = (row[c] ?? 0) - factor * (pivot[c] ?? 0);
    }
  }
  return rows.map((row, i) => (row[count] ?? 0) / (row[i] ?? 1));
}
