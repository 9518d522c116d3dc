import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The name of the shown object for the breadcrumb. The object's page sets it. */
export const crumb = signal<string | undefined>(undefined);

export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    crumb.value = name;
    return () => (crumb.value = undefined);
  }, [name]);
}
