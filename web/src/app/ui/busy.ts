import { useState } from 'preact/hooks';

/** An action that cannot be begun again while it runs. */
export function useBusy(work: () => Promise<unknown>): [busy: boolean, act: () => void] {
  const [busy, setBusy] = useState(false);
  const act = () => {
    if (busy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  return [busy, act];
}
