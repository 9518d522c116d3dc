import { declareWebhookType } from '../../webhooks/contract/index.js';

const EXAMPLE = {
  web_session_id: 'kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq',
  userId: 'jane.doe',
  timestamp: '2026-01-31T09:30:00.000Z',
  payload: { order: 4711 },
  test: false,
};

const SCHEMA = {
  type: 'object',
  required: ['web_session_id', 'userId', 'status', 'reasons', 'timestamp', 'test'],
  properties: {
    web_session_id: { type: 'string' },
    userId: { type: 'string' },
    status: { $ref: '#/components/schemas/IdvStatus' },
    reasons: { type: 'array', items: { $ref: '#/components/schemas/IdvReason' } },
    timestamp: { type: 'string', format: 'date-time' },
    kycReferenceId: { type: 'string' },
    payload: {
      type: 'object',
      additionalProperties: true,
      description: 'The `payload` that you sent when you created the session.',
    },
    test: { type: 'boolean' },
  },
};

/**
 * These members of a webhook are masked when operators view it, because the `web_session_id` gives access to the user's
 * pages.
 */
const KEYS = ['web_session_id'];

export const idvFinished = declareWebhookType('idv.finished', {
  description: 'An identity verification reached its final status.',
  example: { ...EXAMPLE, status: 'VERIFIED', reasons: [], kycReferenceId: 'KYC-2026-000123' },
  schema: SCHEMA,
  keys: KEYS,
});

export const idvEvidenceRemoved = declareWebhookType('idv.evidence_removed', {
  description:
    'The evidence of a verification was deleted before its retention ended: the pictures, and the data read from them. Status and reasons remain stored.',
  example: { ...EXAMPLE, status: 'VERIFIED', reasons: [] },
  schema: SCHEMA,
  keys: KEYS,
});

export const idvReviewRequired = declareWebhookType('idv.review_required', {
  description: "The engine was unsure about a verification. A member of the enterprise's staff must decide.",
  example: { ...EXAMPLE, status: 'REVIEW', reasons: ['face_mismatch'] },
  schema: SCHEMA,
  keys: KEYS,
});
