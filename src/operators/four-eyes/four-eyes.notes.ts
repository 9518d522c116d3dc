import type { Actor, JsonObject } from '../../shared/kernel/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import type { AuditEntry } from '../../shared/persistence/index.js';
import type { FourEyesRequest } from './four-eyes-request.entity.js';

export type Noted =
  | 'asked'
  | 'agreed'
  | 'refused'
  | 'taken-back'
  | 'fallen'
  | 'carried-out'
  | 'failed'
  | 'viewed'
  | 'answer-read';

/**
 * Creates an audit entry about a four-eyes request: its creation, a decision, its result, or a view. Each entry
 * contains the id of the request.
 */
export function noteOf(
  what: Noted,
  request: FourEyesRequest,
  { comments, details, actor }: { comments?: string; details?: JsonObject; actor?: Actor } = {},
): AuditEntry {
  const { id, right, route, askedBy, subject, enterpriseId, test } = request;
  return {
    kind: `operators.four-eyes-${what}`,
    tenant: Tenant.of(enterpriseId, test),
    details: { request: id, right, route, ...(what !== 'asked' && { askedBy }), ...details },
    ...(subject !== null && { subject, ...(comments !== undefined && { comments }) }),
    ...(actor && { actor }),
  };
}

export const operatorActor = (sub: string): Actor => ({ kind: 'operator', id: sub, isUser: true });
