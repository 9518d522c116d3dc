const SLOW_MS = 1_000;
const CLEAR_LINE = '\r\u001b[K';

/** Tells what is being done once it has taken a second; on a terminal the line goes away afterwards. */
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
