const INTERRUPTED = 130;

/** npm passes on what the terminal has sent to its whole group: the same Ctrl-C arrives twice. */
const SAME_KEYSTROKE_MS = 1_000;

/**
 * Aborted by the first Ctrl-C, for a command that then ends in order by itself; the second one does not wait for that.
 * Any other command ends at once, by `exit`, so that an embedded database of our own is told to stop.
 */
export function heedInterruption(endsInOrder: boolean): AbortSignal {
  const interruption = new AbortController();
  let since: number | undefined;
  const heed = () => {
    since ??= performance.now();
    if (!endsInOrder || performance.now() - since > SAME_KEYSTROKE_MS) process.exit(INTERRUPTED);
    interruption.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, heed);
  return interruption.signal;
}
