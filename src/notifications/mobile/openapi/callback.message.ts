/** The message that an enterprise's server receives at the `callback_url` of a notification. */
export const callback = {
  name: 'callback',
  summary: 'The final state of one notification, sent to its `callback_url`.',
  contentType: 'application/json',
  headers: {
    type: 'object',
    required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    properties: {
      'webhook-id': {
        type: 'string',
        description: 'The id of this callback. It is the same for every delivery attempt.',
      },
      'webhook-timestamp': { type: 'string' },
      'webhook-signature': {
        type: 'string',
        description: 'The signature as defined by Standard Webhooks, made with the secret of the webhook endpoint.',
      },
    },
  },
  payload: {
    type: 'object',
    required: ['notification_uuid', 'status', 'action_response'],
    additionalProperties: true,
    properties: {
      user_id: { type: 'string' },
      notification_uuid: { type: 'string', format: 'uuid' },
      status: { type: 'string' },
      action_response: { type: 'string' },
      is_ds_verified: { type: 'boolean' },
      signing_status: { type: 'string', enum: ['Verified', 'Failed', 'NA'] },
      msg_id: { type: 'string' },
      evidence: { type: 'object', description: 'The proof of the answer. Present if the answer was signed.' },
    },
  },
};
