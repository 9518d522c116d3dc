import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { type Figure, figurePath, sumOf } from '../overview/figures.js';

const DAYS = 30;

/**
 * The requests of a client per day. One call returns the requests of all clients, so a list of clients makes only one
 * call.
 */
export function useRequestsOf(
  clientId: string,
): { readonly days: readonly number[]; readonly sum: number } | undefined {
  const all = useResource<Figure>(may('figures:read') ? figurePath('clients.requests', DAYS, 'clientId') : undefined);
  if (!all.value) return undefined;
  const days = all.value.series.find(({ key }) => key === clientId)?.points.map(([, count]) => count) ?? [];
  return { days, sum: sumOf(days) };
}
