/**
 * Runs `work` one at a time. Whoever asks while it runs shares the one run after it, so that what they did before
 * they asked is always seen by a run that began later.
 */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  }

  return () => {
    if (next) return next;
    if (!running) return start();
    return (next = running.then(start, start));
  };
}
