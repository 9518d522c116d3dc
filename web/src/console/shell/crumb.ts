import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The name that the open page gives to what it shows. */
export const crumb = signal<string | undefined>(undefined);

export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    crumb.value = name;
    return () => (crumb.value = undefined);
  }, [name]);
}
