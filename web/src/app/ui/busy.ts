import { useState } from 'preact/hooks';

/** Wraps an action so that it cannot be started again while it runs. */
export function useBusy(work: () => Promise<unknown>): [busy: boolean, act: () => void] {
  const [busy, setBusy] = useState(false);
  const act = () => {
    if (busy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  return [busy, act];
}
