const SLOW_MS = 1_000;
const CLEAR_LINE = '\r\u001b[K';

/** Prints `doing` if the work takes longer than a second; on a terminal the line is removed afterwards. */
export async function slowly(doing, work) {
  const { stderr } = process;
  const timer = setTimeout(() => stderr.write(`${doing} …${stderr.isTTY ? '' : '\n'}`), SLOW_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (stderr.isTTY) stderr.write(CLEAR_LINE);
  }
}
