/** Prints a sentence that tells the user what to do, and exits with code 1. */
export function complain(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
