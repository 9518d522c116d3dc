import { defineErrors } from '../../shared/kernel/index.js';

export const WebhookErrors = defineErrors('webhooks', {
  endpointNotFound: {
    status: 404,
    title: 'Webhook endpoint not found',
    help: 'Check the id. Endpoints of other enterprises are not visible to you. Test clients do not see live endpoints.',
  },
  tooManyEndpoints: {
    status: 409,
    title: 'The enterprise has reached its limit of webhook endpoints',
    help: 'Delete an endpoint, or subscribe an existing endpoint to more event types.',
  },
  endpointDisabled: {
    status: 409,
    title: 'The webhook endpoint is disabled',
    help: 'Set `enabled` to true first.',
  },
  deliveryNotFound: {
    status: 404,
    title: 'Delivery not found',
    help: 'Check the id. Deliveries are deleted when their retention ends.',
  },
  stillWaiting: {
    status: 409,
    title: 'The delivery is still waiting for its next attempt',
    help: 'Only a delivery that has failed or succeeded can be replayed. Use `tryNow` to make the next attempt at once.',
  },
  notWaiting: {
    status: 409,
    title: 'The delivery is not waiting for another attempt',
    help: 'It was delivered or has failed. Replay it instead.',
  },
  triedJustNow: {
    status: 429,
    title: 'The delivery was tried less than 10 seconds ago',
    help: 'See the result in the newest attempt of the delivery. Repeat the request after the seconds in the header `Retry-After`.',
  },
});
