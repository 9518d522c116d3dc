import { Tenant } from '../shared/kernel/index.js';
import { attention, type Finding, ok, type ReadyCheck } from '../shared/observability/index.js';
import { type LiveEndpoints, WebhookEndpointRepository } from './endpoints/webhook-endpoint.repository.js';

const SCOPE = Tenant.all('an operator asks whether all may go live');

/**
 * Checks that each live endpoint has accepted one of the deliveries that are still stored, and is neither failing nor
 * disabled.
 */
export const webhooksReadyChecks: ReadyCheck = async ({ application, config }) =>
  findingsOf(await (await application()).get(WebhookEndpointRepository).live(SCOPE), config().webhookRetentionDays);

function findingsOf({ endpoints, untried, failing }: LiveEndpoints, days: number): Finding[] {
  if (endpoints === 0)
    return [attention('webhooks', 'No live enterprise has an endpoint.', 'See docs/integrators/webhooks.md.')];
  const todo = '`npm run cli -- webhooks list --enterprise ID` shows which.';
  const found = `${untried} of ${endpoints} live endpoints have taken nothing in the last ${days} days, ${failing} fail or are disabled.`;
  if (untried + failing > 0) return [attention('webhooks', found, todo)];
  return [ok('webhooks', `All ${endpoints} live endpoints have taken what they were sent.`)];
}
