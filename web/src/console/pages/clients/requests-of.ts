import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { type Figure, figurePath, sumOf } from '../overview/figures.js';

const DAYS = 30;

/** A client's requests per day. One call returns those of all clients, so a list of clients needs only one. */
export function useRequestsOf(
  clientId: string,
): { readonly days: readonly number[]; readonly sum: number } | undefined {
  const all = useResource<Figure>(may('figures:read') ? figurePath('clients.requests', DAYS, 'clientId') : undefined);
  if (!all.value) return undefined;
  const days = all.value.series.find(({ key }) => key === clientId)?.points.map(([, count]) => count) ?? [];
  return { days, sum: sumOf(days) };
}
