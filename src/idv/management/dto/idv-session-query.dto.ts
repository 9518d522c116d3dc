import { documentTypes, type DocumentType } from '@countersign/identity-engine';
import {
  ChosenId,
  EnumField,
  listOf,
  PageQuery,
  TextField,
  TimeField,
  timeRange,
  UuidField,
} from '../../../shared/fields/index.js';
import { EVIDENCE_KIND } from '../../evidence/evidence.js';
import { reasons, type Reason } from '../../sessions/rules/reasons.js';
import { sessionStatus, type SessionStatus } from '../../sessions/rules/session-status.js';
import { sessionOrders, type SessionFilter, type SessionOrder } from '../../web-tokens/session-list.repository.js';
import { IdvSessionDto, SESSION_ID } from './idv-session.dto.js';

const REASON = { name: 'IdvReason', example: 'face_mismatch', optional: true };

export class ListIdvSessionsQuery extends PageQuery {
  @EnumField(sessionStatus.states, {
    name: 'IdvStatus',
    optional: true,
    description: 'Only sessions with this status.',
  })
  status?: SessionStatus;
  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only sessions of this user.' }) userId?: string;
  @ChosenId({ optional: true, example: 'portal', description: 'Only sessions that this client created.' })
  clientId?: string;
  @EnumField(reasons, { ...REASON, description: 'Only sessions that have this code in `reasons`.' }) reason?: Reason;
  @EnumField(reasons, { ...REASON, description: 'Only sessions that have this code in `doubts`.' }) doubt?: Reason;
  @EnumField(documentTypes, { name: 'IdvDocumentType', optional: true, example: 'passport' })
  documentType?: DocumentType;
  @TextField({
    max: 3,
    pattern: /^[A-Z]{1,3}$/,
    called: 'a state as documents name it (ICAO 9303-3)',
    optional: true,
    example: 'UTO',
    description: 'Only sessions with a document of this issuing state.',
  })
  documentCountry?: string;
  @TimeField({
    optional: true,
    example: '2026-01-01T00:00:00.000Z',
    description: 'Only sessions created at this time or later.',
  })
  openedFrom?: string;
  @TimeField({
    optional: true,
    example: '2036-01-01T00:00:00.000Z',
    description: 'Only sessions created before this time.',
  })
  openedTo?: string;
  @EnumField(sessionOrders, {
    name: 'IdvSessionOrder',
    default: 'newest',
    description: 'The sort order, by the time at which the sessions were created.',
  })
  order: SessionOrder = 'newest';

  static toFilter(query: ListIdvSessionsQuery): SessionFilter {
    const { status, userId, clientId, reason, doubt, documentType, documentCountry, order } = query;
    const range = timeRange(query.openedFrom, query.openedTo, ['openedFrom', 'openedTo']);
    return { ...range, status, userId, clientId, reason, doubt, documentType, documentCountry, order };
  }
}

export class IdvSessionParams {
  @UuidField(SESSION_ID) sessionId!: string;
}

export class IdvPictureParams extends IdvSessionParams {
  @TextField({
    max: 9,
    pattern: EVIDENCE_KIND,
    called: 'a `kind` of the list `pictures`',
    example: 'front',
    description: 'The picture to return: a `kind` from the list `pictures`.',
  })
  kind!: string;
}

export class IdvSessionListDto extends listOf('idvSessions', () => IdvSessionDto) {}
