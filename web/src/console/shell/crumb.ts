import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The name of the shown object, which its page sets. */
export const crumb = signal<string | undefined>(undefined);

export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    crumb.value = name;
    return () => (crumb.value = undefined);
  }, [name]);
}
