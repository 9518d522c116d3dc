import { ApiProperty } from '@nestjs/swagger';
import { documentTypes, type DocumentType } from '@countersign/identity-engine';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  ObjectField,
  oneOf,
  TextField,
  TimeField,
  UuidField,
} from '../../../shared/fields/index.js';
import { ReviewClaimDto } from '../../reviews/dto/review-claim.dto.js';
import { reasons, type Reason } from '../../sessions/rules/reasons.js';
import { isOpen, sessionStatus, type SessionStatus } from '../../sessions/rules/session-status.js';
import { sessionStep, type Step } from '../../sessions/rules/session-step.js';
import type { Session } from '../../sessions/session.entity.js';
import { IdvAttemptsDto, IdvReasonDetailsDto } from '../../web-tokens/dto/idv-result.dto.js';
import { checkOf, checkStates, kycOf, kycStates, type CheckState, type KycState } from '../session-checks.js';

export const SESSION_ID = { example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' };

export class IdvChecksDto {
  @EnumField(checkStates, {
    name: 'IdvCheckState',
    example: 'passed',
    description: '`doubt`: the engine was unsure. `open`: not checked yet.',
  })
  document!: CheckState;
  @EnumField(checkStates, { name: 'IdvCheckState', example: 'doubt' }) selfie!: CheckState;
  @EnumField(kycStates, {
    name: 'IdvKycState',
    example: 'notAsked',
    description: '`open`: not checked yet. `notAsked`: the client has no KYC endpoint.',
  })
  kyc!: KycState;

  static of(session: Session): IdvChecksDto {
    return { document: checkOf('document', session), selfie: checkOf('selfie', session), kyc: kycOf(session) };
  }
}

/** Columns of the list of sessions when it is exported as a file. */
export const IDV_SESSION_COLUMNS = [
  ...['sessionId', 'userId', 'clientId', 'status', 'reasons.code', 'doubts', 'documentType', 'documentCountry'],
  ...['lastStep', 'checks.document', 'checks.selfie', 'checks.kyc', 'kycReferenceId', 'byVendor', 'openedAt'],
  ...['startedAt', 'finishedAt', 'evidenceUntil'],
];

export class IdvSessionDto {
  @UuidField(SESSION_ID) sessionId!: string;
  @ChosenId({ example: 'jane.doe' }) userId!: string;
  @ChosenId({ example: 'portal', description: 'The client that created the session.' }) clientId!: string;
  @EnumField(sessionStatus.states, { name: 'IdvStatus', example: 'REVIEW' }) status!: SessionStatus;
  @ApiProperty({
    type: [IdvReasonDetailsDto],
    description: 'Why the session did not end as VERIFIED. Empty if the status alone explains it.',
  })
  reasons!: IdvReasonDetailsDto[];
  @ArrayField(oneOf(reasons, 'IdvReason'), {
    max: reasons.length,
    example: ['face_mismatch'],
    description: 'What the engine was unsure about.',
  })
  doubts!: Reason[];
  @EnumField(documentTypes, { name: 'IdvDocumentType', nullable: true, example: 'passport' })
  documentType!: DocumentType | null;
  @TextField({ max: 3, nullable: true, example: 'UTO' }) documentCountry!: string | null;
  @EnumField(sessionStep.states, {
    name: 'IdvStep',
    nullable: true,
    example: 'selfie',
    description:
      'The current step, or the step at which the session ended. `done`: all steps were passed. `null`: the session ended in an older version of the service.',
  })
  lastStep!: Step | null;
  @ObjectField(() => IdvChecksDto) checks!: IdvChecksDto;
  @ApiProperty({ type: IdvAttemptsDto }) attempts!: IdvAttemptsDto;
  @BooleanField({
    nullable: true,
    description: 'Whether the user agreed to pass the result on to your enterprise. `null`: not asked yet.',
  })
  optIn!: boolean | null;
  @TextField({ max: 255, nullable: true, example: 'KYC-2026-000123' }) kycReferenceId!: string | null;
  @BooleanField({ description: 'Whether a vendor runs this verification on its own pages.' }) byVendor!: boolean;
  @TimeField({ description: 'When the session was created.' }) openedAt!: string;
  @TimeField({ nullable: true, description: 'When the user started the verification.' }) startedAt!: string | null;
  @TimeField({ description: 'When the status or the step last changed.' }) timestamp!: string;
  @TimeField({ nullable: true, description: 'When the session reached its final status.' }) finishedAt!: string | null;
  @TimeField({ nullable: true, description: 'When the session expires. Present while the session waits for the user.' })
  expiresAt!: string | null;
  @TimeField({
    nullable: true,
    description:
      'When the evidence (pictures and data read from them) will be deleted. `null`: the session has no final status yet, or there is no evidence, or it was deleted.',
  })
  evidenceUntil!: string | null;
  @ObjectField(() => ReviewClaimDto, {
    nullable: true,
    description: 'Who is working on the review of this session now.',
  })
  claim!: ReviewClaimDto | null;
  @BooleanField({ description: 'Whether this is a session in test mode. Nothing is really verified in test mode.' })
  test!: boolean;

  static of(session: Session, now: Date): IdvSessionDto {
    const { sessionId, userId, clientId, status, doubts, documentType, documentCountry, lastStep, byVendor } = session;
    return {
      ...{ sessionId, userId, clientId, status, doubts, documentType, documentCountry, lastStep, byVendor },
      reasons: session.reasons.map((code) => IdvReasonDetailsDto.of(code)),
      checks: IdvChecksDto.of(session),
      attempts: { ...session.attempts },
      optIn: session.optIn,
      kycReferenceId: session.kycReferenceId,
      openedAt: session.createdAt.toISOString(),
      startedAt: session.startedAt?.toISOString() ?? null,
      timestamp: session.touchedAt.toISOString(),
      finishedAt: session.finishedAt?.toISOString() ?? null,
      expiresAt: isOpen(status) ? session.expiresAt.toISOString() : null,
      evidenceUntil: session.dropAt?.toISOString() ?? null,
      claim: ReviewClaimDto.of(session, now),
      test: session.test,
    };
  }
}
