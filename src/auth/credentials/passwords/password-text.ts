export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 256;

export type PasswordFault = 'tooShort' | 'tooLong' | 'guessable';

/** One password however a keyboard composes it (NIST SP 800-63B, 5.1.1.2). */
export const normalised = (typed: string): string => typed.normalize('NFKC');

/** Lengths are in code points, as people count: an emoji is one. The typed text too is bounded, since normalising can multiply it. */
export function lengthFault(typed: string): PasswordFault | undefined {
  const lengths = [typed, normalised(typed.slice(0, 2 * LONGEST_PASSWORD))].map((text) => Array.from(text).length);
  if (Math.max(...lengths) > LONGEST_PASSWORD) return 'tooLong';
  return Math.min(...lengths) < SHORTEST_PASSWORD ? 'tooShort' : undefined;
}
