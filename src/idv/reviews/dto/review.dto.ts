import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type DocumentType, documentTypes, type Scores } from '@countersign/identity-engine';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  listOf,
  ObjectField,
  oneOf,
  PageQuery,
  TextField,
  TimeField,
  UuidField,
} from '../../../shared/fields/index.js';
import { EVIDENCE_KIND, type EvidenceItem, isPicture } from '../../evidence/evidence.js';
import { reasons, type Reason } from '../../sessions/rules/reasons.js';
import { isOverdue } from '../review.js';
import {
  reviewOutcomes,
  sessionStatus,
  type ReviewOutcome,
  type SessionStatus,
} from '../../sessions/rules/session-status.js';
import { ReviewClaimDto } from './review-claim.dto.js';
import { ReviewSignalDto } from './review-signal.dto.js';
import type { ReviewDetails, ReviewSummary, ShownDecision } from '../review-material.service.js';
import { IdvDocumentDto } from '../../web-tokens/dto/idv-result.dto.js';

const REVIEW_ID = { example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' };
const TOKEN = { max: 43, example: 'kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq' };
const REASON = { name: 'IdvReason', example: 'face_mismatch' };
const outcomes = Object.keys(reviewOutcomes) as ReviewOutcome[];
const OUTCOME = { name: 'IdvReviewOutcome', example: 'VERIFIED' };

export class ListReviewsQuery extends PageQuery {
  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only reviews of this user.' }) userId?: string;
  @EnumField(reasons, { ...REASON, optional: true, description: 'Only reviews with this doubt.' }) reason?: Reason;
  @EnumField(['only', 'none'], {
    name: 'IdvOverdueReviews',
    optional: true,
    description: '`only`: reviews that have waited for 14 days or longer. `none`: all other reviews.',
  })
  overdue?: 'only' | 'none';
  @EnumField(['none', 'mine'], {
    name: 'IdvClaimedReviews',
    optional: true,
    description: '`none`: unclaimed reviews. `mine`: reviews that the caller has claimed.',
  })
  claimed?: 'none' | 'mine';
}

export class ReviewParams {
  @UuidField(REVIEW_ID) reviewId!: string;
}

export class PictureParams extends ReviewParams {
  @TextField({
    max: 9,
    pattern: EVIDENCE_KIND,
    called: 'a `kind` of the list `pictures`',
    example: 'front',
    description: 'The picture to return: a `kind` from the list `pictures`.',
  })
  kind!: string;
}

export class IdvReviewDto {
  @UuidField(REVIEW_ID) reviewId!: string;
  @TextField({
    ...TOKEN,
    optional: true,
    description:
      "The id of the session. Shown only to clients. Operators do not get it, because it gives access to the user's pages.",
  })
  web_session_id?: string;
  @ChosenId({ example: 'jane.doe' }) userId!: string;
  @EnumField(sessionStatus.states, { name: 'IdvStatus', example: 'REVIEW' }) status!: SessionStatus;
  @ArrayField(oneOf(reasons, 'IdvReason'), {
    max: reasons.length,
    example: ['face_mismatch'],
    description: 'What the engine was unsure about.',
  })
  doubts!: Reason[];
  @EnumField(documentTypes, { name: 'IdvDocumentType', nullable: true, example: 'passport' })
  documentType!: DocumentType | null;
  @TextField({ max: 3, nullable: true, example: 'UTO' }) documentCountry!: string | null;
  @TimeField({ description: 'When the review started to wait, or when it was decided.' }) since!: string;
  @BooleanField({ description: 'Whether the review has waited for 14 days or longer.' }) overdue!: boolean;
  @ObjectField(() => ReviewClaimDto, { nullable: true, description: 'Who is working on the review now.' })
  claim!: ReviewClaimDto | null;

  static of({ session, token }: ReviewSummary, now: Date, forOperator: boolean): IdvReviewDto {
    const { status, doubts, documentType, documentCountry, touchedAt } = session;
    return {
      reviewId: session.sessionId,
      ...(!forOperator && { web_session_id: token }),
      userId: session.userId,
      status,
      doubts,
      documentType,
      documentCountry,
      since: touchedAt.toISOString(),
      overdue: status === 'REVIEW' && isOverdue(touchedAt, now),
      claim: ReviewClaimDto.of(session, now),
    };
  }
}

export class IdvReviewListDto extends listOf('idvReviews', () => IdvReviewDto) {}

export class IdvReviewPictureDto {
  @TextField({ max: 9, pattern: EVIDENCE_KIND, called: 'a kind of picture', example: 'front' }) kind!: string;
  @TextField({ max: 255, example: 'image/jpeg' }) contentType!: string;
  @IntegerField({ min: 0, max: Number.MAX_SAFE_INTEGER, example: 412_331 }) bytes!: number;
  @TimeField() createdAt!: string;

  static of({ kind, contentType, bytes, createdAt }: EvidenceItem): IdvReviewPictureDto {
    return { kind, contentType, bytes, createdAt: createdAt.toISOString() };
  }
}

export class IdvReviewDecisionDto {
  @TextField({
    max: 300,
    example: 'client:backoffice',
    description: 'Who made this decision: `client:<id>` or `operator:<id>`.',
  })
  decidedBy!: string;
  @ChosenId({
    optional: true,
    example: 'backoffice',
    description: 'The client that made this decision. Omitted if an operator decided.',
  })
  clientId?: string;
  @EnumField(outcomes, OUTCOME) outcome!: ReviewOutcome;
  @ArrayField(oneOf(reasons, 'IdvReason'), { max: reasons.length, example: [] }) reasons!: Reason[];
  @TextField({
    max: 1_000,
    nullable: true,
    example: 'Same person, older picture.',
    description: "The reviewer's note. `null` after its retention has ended.",
  })
  reason!: string | null;
  @TimeField() decidedAt!: string;
  @BooleanField({
    description:
      'Whether this decision ended the review. `false`: a second person must make the same decision (four-eyes principle).',
  })
  final!: boolean;

  static of({ decision, reason }: ShownDecision): IdvReviewDecisionDto {
    const { by, clientId, outcome, reasons: codes, decidedAt, final } = decision;
    return {
      decidedBy: by,
      ...(clientId !== null && { clientId }),
      outcome,
      reasons: codes,
      reason: reason ?? null,
      decidedAt: decidedAt.toISOString(),
      final,
    };
  }
}

export class IdvReviewDetailsDto extends IdvReviewDto {
  @ApiProperty({
    type: IdvDocumentDto,
    required: false,
    description: 'The data read from the document. Present until its retention ends.',
  })
  document?: IdvDocumentDto;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
    example: { document: 0.99, liveness: 0.97, face: 0.71 },
  })
  scores?: Scores;
  @ApiProperty({
    type: [ReviewSignalDto],
    description:
      'Signs that a picture may not be genuine. Raised signals cause the doubts `capture_suspicious` and `portrait_suspicious`. The signals `screen_pattern`, `error_level` and `editing_software` are for information only and never cause a doubt.',
  })
  signals!: ReviewSignalDto[];
  @ApiProperty({ type: [IdvReviewPictureDto] }) pictures!: IdvReviewPictureDto[];
  @ApiProperty({ type: [IdvReviewDecisionDto], description: 'The decisions of reviewers, oldest first.' })
  decisions!: IdvReviewDecisionDto[];

  static ofDetails(details: ReviewDetails, now: Date, forOperator: boolean): IdvReviewDetailsDto {
    const { document, chip, scores, signals = [] } = details.findings;
    return Object.assign(IdvReviewDto.of(details, now, forOperator), {
      ...(document && { document: IdvDocumentDto.of(document, chip) }),
      ...(scores && { scores }),
      signals: signals.map((signal) => ReviewSignalDto.of(signal)),
      pictures: details.pictures.filter(isPicture).map((picture) => IdvReviewPictureDto.of(picture)),
      decisions: details.decisions.map((decision) => IdvReviewDecisionDto.of(decision)),
    });
  }
}

export class DecideIdvReviewDto {
  @EnumField(outcomes, { ...OUTCOME, description: 'The final status to give to the session.' }) outcome!: ReviewOutcome;
  @TextField({
    max: 1_000,
    example: 'Same person, older picture.',
    description:
      'The reason for your decision, in your own words. The note is encrypted, stored for as long as the evidence, and shown only to reviewers.',
  })
  reason!: string;
  @ArrayField(oneOf(reasons, 'IdvReason'), {
    max: 5,
    unique: true,
    optional: true,
    example: [],
    description:
      'Reason codes for the result. Each must fit the `outcome`. Default: the doubts that fit the outcome, or else the general reason for this outcome.',
  })
  reasons?: Reason[];
}

export class DecidedIdvReviewDto {
  @UuidField(REVIEW_ID) reviewId!: string;
  @EnumField(sessionStatus.states, {
    name: 'IdvStatus',
    example: 'VERIFIED',
    description: 'The status of the session after this decision.',
  })
  status!: SessionStatus;
  @BooleanField({
    description:
      'Whether this decision ended the review. `false`: a second person must make the same decision (four-eyes principle).',
  })
  final!: boolean;
}
