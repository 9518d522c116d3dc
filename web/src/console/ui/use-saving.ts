import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.js';

/** The saving of a form: whether it is under way, why it failed, and the handler that starts it. */
export function useSaving(work: () => Promise<void>): [boolean, ApiError | undefined, (event: Event) => void] {
  const [isBusy, setBusy] = useState(false);
  const runs = useRef(false); // known at once, before the button is shown as disabled
  const [error, fail] = useState<ApiError | undefined>(undefined);
  const save = async (): Promise<void> => {
    runs.current = true;
    setBusy(true);
    fail(undefined);
    try {
      await work();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      fail(caught);
    } finally {
      runs.current = false;
      setBusy(false);
    }
  };
  return [
    isBusy,
    error,
    (event) => {
      event.preventDefault();
      if (!runs.current) void save();
    },
  ];
}
