import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  documentTypes,
  signalKinds,
  waysOfReading,
  type DocumentData,
  type DocumentType,
  type ReadBy,
  type Scores,
  type SignalKind,
} from '@countersign/identity-engine';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  ObjectField,
  oneOf,
  TextField,
  TimeField,
} from '../../../shared/fields/index.js';
import type { ChipFindings } from '../../evidence/session-findings.js';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { reasonFacts, reasons, type Reason } from '../../sessions/rules/reasons.js';
import { isOpen, sessionStatus, type SessionStatus } from '../../sessions/rules/session-status.js';
import { MOST_ATTEMPTS } from '../../sessions/rules/session-step.js';
import type { SessionResult } from '../session-results.service.js';
import { IdvProofDto } from './idv-proof.dto.js';

export class IdvReasonDetailsDto {
  @EnumField(reasons, { name: 'IdvReason', example: 'face_mismatch' }) code!: Reason;
  @BooleanField({ description: 'Whether the same person can succeed in a new session.' }) retryable!: boolean;

  static of(code: Reason): IdvReasonDetailsDto {
    return { code, retryable: reasonFacts[code].retryable };
  }
}

const methods = ['picture', 'chip'] as const;
type DocumentMethod = (typeof methods)[number];

const DATE = { max: 10, nullable: true, format: 'date' } as const;
const NAMES = { max: 255, nullable: true } as const;

export class IdvDocumentDto {
  @EnumField(documentTypes, { name: 'IdvDocumentType', example: 'passport' }) type!: DocumentType;
  @TextField({
    max: 3,
    example: 'UTO',
    description: 'The code of the issuing state, as printed on documents (ICAO 9303-3).',
  })
  country!: string;
  @TextField({ max: 64, example: 'L898902C3' }) number!: string;
  @TextField({ ...DATE, example: '2031-12-31' }) expiryDate!: string | null;
  @TextField({ ...NAMES, example: 'ANNA MARIA' }) firstNames!: string | null;
  @TextField({ ...NAMES, example: 'ERIKSSON' }) lastNames!: string | null;
  @TextField({ ...DATE, example: '1974-08-12' }) birthDate!: string | null;

  @EnumField(waysOfReading, {
    name: 'IdvReadBy',
    optional: true,
    example: 'numbered_fields',
    description:
      'Present only if neither a machine readable zone nor a code was read. The data then comes from the numbered fields of the document. They have no check digits, and nothing else confirms them.',
  })
  readBy?: ReadBy;

  @EnumField(methods, {
    name: 'IdvMethod',
    example: 'chip',
    description:
      'How the document was captured. `picture`: it was photographed. `chip`: it was photographed, and its chip was then read. All data comes from the chip.',
  })
  method!: DocumentMethod;

  @ObjectField(() => IdvProofDto, {
    description:
      'The proof that the document is genuine. It does not correspond to a level of any scheme. Decide for yourself how much it is worth to you.',
  })
  proof!: IdvProofDto;

  static of(document: DocumentData, chip?: ChipFindings): IdvDocumentDto {
    const { type, country, number, expiryDate, firstNames, lastNames, birthDate, readBy } = document;
    const read = { type, country, number, expiryDate, firstNames, lastNames, birthDate, ...(readBy && { readBy }) };
    return { ...read, method: chip ? 'chip' : 'picture', proof: IdvProofDto.of(chip) };
  }
}

const ATTEMPTS = { min: 0, max: MOST_ATTEMPTS, example: 1 };

export class IdvAttemptsDto {
  @IntegerField({ ...ATTEMPTS, description: 'How many times a document was read.' }) document!: number;
  @IntegerField({ ...ATTEMPTS, description: 'How many times a selfie was checked.' }) selfie!: number;
}

export class IdvResultDto {
  @ChosenId({ example: 'jane.doe' }) userId!: string;

  @EnumField(sessionStatus.states, { name: 'IdvStatus', example: 'VERIFIED' }) status!: SessionStatus;

  @TextField({
    max: 255,
    optional: true,
    example: 'KYC-2026-000123',
    description: 'The reference that your KYC endpoint returned. Present only if KYC is enabled.',
  })
  kycReferenceId?: string;

  @TimeField({ description: 'When the status was reached, or when the user last completed a step.' })
  timestamp!: string;

  @ApiProperty({
    type: [IdvReasonDetailsDto],
    description: 'Why the session did not end as VERIFIED. Empty if the status alone explains it.',
  })
  reasons!: IdvReasonDetailsDto[];

  @ApiProperty({
    type: IdvDocumentDto,
    required: false,
    description:
      'The data read from the document. Present if the user gave the Opt-In (the consent to pass the result on), until the retention ends.',
  })
  document?: IdvDocumentDto;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
    example: { document: 0.99, liveness: 0.97, face: 0.93 },
    description: 'The scores that the engine measured, from 0 to 1. Present for as long as `document` is present.',
  })
  scores?: Scores;

  @ArrayField(oneOf(signalKinds, 'IdvSignalKind'), {
    max: signalKinds.length,
    optional: true,
    example: ['no_light_response'],
    description:
      'The raised signals: signs that a picture may not be genuine. Present for as long as `document` is present. Omitted if there are none.',
  })
  signals?: SignalKind[];

  @ApiProperty({ type: IdvAttemptsDto }) attempts!: IdvAttemptsDto;

  @BooleanField({
    nullable: true,
    description: 'Whether the user agreed to pass the result on to your enterprise. `null`: not asked yet.',
  })
  optIn!: boolean | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The `payload` that you sent when you created the session.',
  })
  payload?: JsonObject;

  @BooleanField({ description: 'Whether this is a session in test mode. Nothing is really verified in test mode.' })
  test!: boolean;

  @TimeField({ optional: true, description: 'When the session expires. Present while the session waits for the user.' })
  expiresAt?: string;

  static of({ session, findings, payload }: SessionResult): IdvResultDto {
    const { userId, status, kycReferenceId, touchedAt, attempts, optIn, test, expiresAt } = session;
    const { document, chip, scores, signals = [] } = findings;
    const raised = [...new Set(signals.flatMap(({ kind, raised: isRaised }) => (isRaised ? [kind] : [])))];
    return {
      userId,
      status,
      ...(kycReferenceId !== null && { kycReferenceId }),
      timestamp: touchedAt.toISOString(),
      reasons: session.reasons.map((code) => IdvReasonDetailsDto.of(code)),
      ...(document && { document: IdvDocumentDto.of(document, chip) }),
      ...(scores && { scores }),
      ...(raised.length > 0 && { signals: raised }),
      attempts: { ...attempts },
      optIn,
      ...(payload && { payload }),
      test,
      ...(isOpen(status) && { expiresAt: expiresAt.toISOString() }),
    };
  }
}
