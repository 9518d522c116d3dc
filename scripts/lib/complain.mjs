/** Ends the process with one sentence that says what to do. */
export function complain(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
