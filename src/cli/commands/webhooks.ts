import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { MOST_REPLAYED, WebhookDeliveries } from '../../webhooks/delivery-log/webhook-deliveries.service.js';
import type { DeliveryAttempt } from '../../webhooks/deliveries/webhook-delivery.js';
import type { WebhookEndpoint } from '../../webhooks/endpoints/webhook-endpoint.entity.js';
import { WebhookEndpoints } from '../../webhooks/endpoints/webhook-endpoints.service.js';
import type { LoggedDelivery } from '../../webhooks/delivery-log/webhook-log.repository.js';
import { givenTenant, tenantOptions } from '../../users/export/users-export.command.js';
import { givenId } from './jobs.js';

const MOST = 1_000;
/**
 * The last delivery attempt of an endpoint is looked for in this many of its newest deliveries. They almost always
 * contain it.
 */
const NEWEST = 50;

export const webhooksList = defineCommand({
  name: 'webhooks list',
  summary: 'Shows the webhook endpoints of an enterprise, how the last try ended, and since when they fail.',
  options: tenantOptions,
  run: async ({ application, options, print }) => {
    const app = await application();
    const tenant = await givenTenant(app, options);
    const endpoints = await app.get(WebhookEndpoints).list(tenant, undefined, MOST);
    const deliveries = app.get(WebhookDeliveries);
    for (const endpoint of endpoints) {
      const { endpointId } = endpoint;
      const newest = await deliveries.list(tenant, { endpointId }, NEWEST);
      const failed = await deliveries.list(tenant, { endpointId, status: 'failed' }, 1);
      print(line(endpoint, lastTryOf(newest), failed.length > 0));
    }
    if (endpoints.length === 0)
      print(
        `There are none for ${options.test ? 'test' : 'live'} data.${options.test ? '' : ' --test shows those of test data.'}`,
      );
    return 0;
  },
});

function line(endpoint: WebhookEndpoint, lastTry: DeliveryAttempt | undefined, hasFailed: boolean): string {
  const { endpointId, url, enabled, disabledBy, failingSince, failures, eventTypes } = endpoint;
  const failing = failingSince && `failing since ${failingSince.toISOString()} (${failures} tries)`;
  const state = enabled ? (failing ?? describeAttempt(lastTry)) : `disabled by ${disabledBy ?? 'nobody'}`;
  const lost = hasFailed && 'has failed deliveries (webhooks replay)';
  return [endpointId, url, state, lost, eventTypes.join(' ')].filter(Boolean).join('  ');
}

const lastTryOf = (deliveries: readonly LoggedDelivery[]): DeliveryAttempt | undefined =>
  deliveries.flatMap(({ attempts }) => attempts.slice(-1)).reduce<DeliveryAttempt | undefined>(later, undefined);

const later = (one: DeliveryAttempt | undefined, other: DeliveryAttempt): DeliveryAttempt =>
  one && one.at > other.at ? one : other;

/**
 * Describes the result of an endpoint's last delivery attempt. It uses the attempts stored with the deliveries, because
 * the counters of the endpoint itself are reset whenever the endpoint is changed.
 */
function describeAttempt(lastTry: DeliveryAttempt | undefined): string {
  if (lastTry === undefined) return 'not tried yet';
  const { at, error, status } = lastTry;
  return `last try ${error === undefined ? 'succeeded' : `failed (${status ?? error})`} at ${at}`;
}

export const webhooksReplay = defineCommand({
  name: 'webhooks replay',
  summary: 'Delivers the failed messages of a webhook endpoint again.',
  options: {
    ...tenantOptions,
    id: { type: 'string', value: 'ID', required: true, summary: 'The endpoint.' },
    since: {
      type: 'string',
      value: 'TIME',
      summary: 'Only messages made at this time or later, such as 2026-01-31. Default: all.',
    },
  },
  run: async ({ application, options, print }) => {
    const since = new Date(options.since ?? 0);
    if (Number.isNaN(since.getTime())) throw new UsageError('--since takes a time of ISO 8601.');
    const id = givenId(options.id) ?? '';
    const app = await application();
    const tenant = await givenTenant(app, options);
    let [all, some] = [0, MOST_REPLAYED];
    while (some === MOST_REPLAYED) all += some = await app.get(WebhookDeliveries).replayFailed(tenant, id, since);
    print(`${all} failed deliveries will be made again.`);
    return 0;
  },
});
