import { signal } from '@preact/signals';

export interface Data {
  readonly data: 'live' | 'test';
  readonly enterprise: string | undefined;
}

const DATA = 'console-data';
const ENTERPRISE = 'console-enterprise';

/**
 * The enterprise and the side (live or test) whose data is shown. Sent with every call, and stored for this tab only,
 * so that two tabs may differ.
 */
export const place = signal<Data>({
  data: sessionStorage.getItem(DATA) === 'test' ? 'test' : 'live',
  enterprise: sessionStorage.getItem(ENTERPRISE) ?? undefined,
});

export function choose(change: Partial<Data>): void {
  const { data, enterprise } = place.value;
  const chosen = { ...place.value, ...change };
  if (chosen.data !== data || chosen.enterprise !== enterprise) place.value = chosen;
  sessionStorage.setItem(DATA, place.value.data);
  if (place.value.enterprise !== undefined) sessionStorage.setItem(ENTERPRISE, place.value.enterprise);
}
