/** Prints a proven fact. A fact that is false throws, which ends the proof. */
export function demand(fact, what) {
  if (!fact) throw new Error(`Not so: ${what}`);
  console.log(`✓ ${what}`);
}

export function demandSame(found, expected, what) {
  if (found !== expected) throw new Error(`Not so: ${what}; it is ${found}`);
  console.log(`✓ ${what}`);
}

export function heading(text) {
  console.log(`\n${text}`);
}

/** Runs a proof and cleans up. If the proof fails, `tell` prints additional information, and the exit code is 1. */
export async function proved(prove, { tell, end }) {
  try {
    await prove();
  } catch (error) {
    tell?.();
    console.error(error);
    process.exitCode = 1;
  } finally {
    await end();
  }
}
