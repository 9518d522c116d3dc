/** What a proof prints. The first fact that does not hold ends it. */
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
