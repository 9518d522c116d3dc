const ITEM = String.raw`(?:\[(?:[^\]\[\\^]|\\[dw.\-/+])+\]|\\[dw.\-/+]|[A-Za-z0-9 _@:;,/=-])`;
const FIXED = String.raw`(?:\{\d{1,3}\})?`;
const VARYING = String.raw`(?:\{\d{1,3},\d{1,3}\}|\?)`;
const FORM = new RegExp(`^\\^(?:${ITEM}(?:${VARYING}|${FIXED}))+\\$$`);
const MOST_VARYING = 3;

/**
 * Whether a pattern is anchored, has no groups or alternatives, and few repetitions, so that it cannot cause
 * catastrophic backtracking.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > 100 || !FORM.test(pattern)) return false;
  const varying = pattern.match(/\{\d+,\d+\}|\?/g) ?? [];
  return varying.length <= MOST_VARYING && compiles(pattern);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}
