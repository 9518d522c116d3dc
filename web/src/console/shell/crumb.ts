import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** How the page that is open calls what it shows. */
export const crumb = signal<string | undefined>(undefined);

export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    crumb.value = name;
    return () => (crumb.value = undefined);
  }, [name]);
}
