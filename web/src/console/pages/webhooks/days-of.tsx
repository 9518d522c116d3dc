import { may } from '../../me.js';
import { Health } from '../../plots/small.js';
import { useResource } from '../../resource.js';
import { Dash } from '../../ui/parts.js';
import { figurePath, type Figure } from '../overview/figures.js';

const DAYS = 30;

/**
 * Shows a bar for each day, with the number of deliveries to an endpoint. One call returns the figures of all
 * endpoints, so a list of endpoints makes only one call.
 */
export function DaysOf({ id }: { readonly id: string }) {
  const known = useResource<unknown>(may('figures:read') ? '/v1/figures' : undefined);
  const all = useResource<Figure>(known.value ? figurePath('webhooks.deliveries', DAYS, 'endpointId') : undefined);
  const points = all.value?.series.find(({ key }) => key === id)?.points;
  if (!points) return <Dash />;
  return (
    <span class="days">
      <Health days={points.map(([, count]) => ({ ok: count, failed: 0 }))} />
    </span>
  );
}
