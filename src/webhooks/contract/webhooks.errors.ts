import { defineErrors } from '../../shared/kernel/index.js';

export const WebhookErrors = defineErrors('webhooks', {
  endpointNotFound: {
    status: 404,
    title: 'Webhook endpoint not found',
    help: 'Endpoints of other enterprises are not found either, nor live ones by test clients.',
  },
  tooManyEndpoints: {
    status: 409,
    title: 'There are as many webhook endpoints as an enterprise may have',
    help: 'Remove one, or subscribe an existing one to more types.',
  },
  endpointDisabled: {
    status: 409,
    title: 'The webhook endpoint is disabled',
    help: 'Set `enabled` to true first.',
  },
  deliveryNotFound: { status: 404, title: 'Delivery not found', help: 'It may be older than deliveries are kept.' },
  stillWaiting: {
    status: 409,
    title: 'The delivery still waits for its next try',
    help: 'Only a delivery that has failed or succeeded can be replayed. `tryNow` makes its next try at once.',
  },
  notWaiting: {
    status: 409,
    title: 'The delivery waits for no further try',
    help: 'It was delivered, or has failed: replay it.',
  },
  triedJustNow: {
    status: 429,
    title: 'The delivery was tried a moment ago',
    help: 'See its newest attempt. Try it again when the time in `Retry-After` has passed.',
  },
});
