import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type DocumentType,
  documentTypes,
  type PictureSignal,
  type Scores,
  type SignalKind,
  signalKinds,
  type SignalSide,
  signalSides,
} from '@countersign/identity-engine';
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
} from '../../../shared/http/index.js';
import { EVIDENCE_KIND, type EvidenceItem } from '../../evidence/evidence.js';
import { reasons, type Reason } from '../../sessions/rules/reasons.js';
import { isOverdue } from '../review-alarm.js';
import {
  reviewOutcomes,
  sessionStatus,
  type ReviewOutcome,
  type SessionStatus,
} from '../../sessions/rules/session-status.js';
import { ReviewClaimDto } from './review-claim.dto.js';
import type { ReviewDetails, ReviewSummary, ShownDecision } from '../review-material.service.js';
import { IdvDocumentDto } from '../../web-tokens/dto/idv-result.dto.js';

const REVIEW_ID = { example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' };
const TOKEN = { max: 43, example: 'kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq' };
const REASON = { name: 'IdvReason', example: 'face_mismatch' };
const outcomes = Object.keys(reviewOutcomes) as ReviewOutcome[];
const OUTCOME = { name: 'IdvReviewOutcome', example: 'VERIFIED' };

export class ListReviewsQuery extends PageQuery {
  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only those of this user.' }) userId?: string;
  @EnumField(reasons, { ...REASON, optional: true, description: 'Only those with this doubt.' }) reason?: Reason;
  @EnumField(['only', 'none'], {
    name: 'IdvOverdueReviews',
    optional: true,
    description: '`only`: those that have waited for 14 days or longer; `none`: the others.',
  })
  overdue?: 'only' | 'none';
  @EnumField(['none', 'mine'], {
    name: 'IdvClaimedReviews',
    optional: true,
    description: '`none`: those that nobody works on; `mine`: those that the caller has claimed.',
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
    description: 'A `kind` of the list `pictures`.',
  })
  kind!: string;
}

export class IdvReviewDto {
  @UuidField(REVIEW_ID) reviewId!: string;
  @TextField({ ...TOKEN, optional: true, description: 'For clients. Operators are not told.' }) web_session_id?: string;
  @ChosenId({ example: 'jane.doe' }) userId!: string;
  @EnumField(sessionStatus.states, { name: 'IdvStatus', example: 'REVIEW' }) status!: SessionStatus;
  @ArrayField(oneOf(reasons, 'IdvReason'), {
    max: reasons.length,
    example: ['face_mismatch'],
    description: 'What the engine was not sure about.',
  })
  doubts!: Reason[];
  @EnumField(documentTypes, { name: 'IdvDocumentType', nullable: true, example: 'passport' })
  documentType!: DocumentType | null;
  @TextField({ max: 3, nullable: true, example: 'UTO' }) documentCountry!: string | null;
  @TimeField({ description: 'Since when it waits, or when it was decided.' }) since!: string;
  @BooleanField({ description: 'Whether it has waited for 14 days.' }) overdue!: boolean;
  @ObjectField(() => ReviewClaimDto, { nullable: true, description: 'Who works on it at the moment.' })
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
  @TextField({ max: 300, example: 'client:backoffice', description: 'Who decided: `client:<id>` or `operator:<id>`.' })
  decidedBy!: string;
  @ChosenId({ optional: true, example: 'backoffice', description: 'The client that decided, if it was one.' })
  clientId?: string;
  @EnumField(outcomes, OUTCOME) outcome!: ReviewOutcome;
  @ArrayField(oneOf(reasons, 'IdvReason'), { max: reasons.length, example: [] }) reasons!: Reason[];
  @TextField({
    max: 1_000,
    nullable: true,
    example: 'Same person, older picture.',
    description: 'While it is retained.',
  })
  reason!: string | null;
  @TimeField() decidedAt!: string;
  @BooleanField({ description: 'False while somebody else must say the same (four eyes).' }) final!: boolean;

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

export class ReviewSignalDto {
  @EnumField(signalKinds, {
    name: 'IdvSignalKind',
    example: 'screen_pattern',
    description:
      '`screen_pattern`: a regular grid all over the page, as a screen has. `error_level`: a field of the file has been compressed less often than the rest. `editing_software`: the file names a program that edits pictures. `second_portrait`: the small portrait shows another face than the large one. `portrait_edges`: a rectangle with sharper edges than the page has lies around the face. `error_level` and `editing_software` only of files that were sent as they are. Of the selfie: `virtual_camera`: the camera bears the name of a program. `repeated_frames`: frames came again, to the last pixel. `impossible_timing`: frames came sooner than anybody can have moved so, or than the page shows a colour. `no_light_response`: the colours of the screen were not found in the face. `desktop_claimed`: they were not found, and the device says that it is not a phone, from which they would be required.',
  })
  kind!: SignalKind;
  @EnumField(signalSides, { name: 'IdvSignalSide', example: 'front' }) side!: SignalSide;
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, example: 0.82, description: 'How strong it is, from 0 to 1.' })
  strength!: number;
  @BooleanField({ description: 'Whether it is above 0.5: stronger than honest pictures have it as a rule.' })
  raised!: boolean;

  static of({ kind, side, strength, raised }: PictureSignal): ReviewSignalDto {
    return { kind, side, strength, raised };
  }
}

export class IdvReviewDetailsDto extends IdvReviewDto {
  @ApiProperty({ type: IdvDocumentDto, required: false, description: 'What was read, while it is retained.' })
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
      'What the pictures show beside what they say. Raised ones are behind the doubts `capture_suspicious` and `portrait_suspicious`, except `screen_pattern`, `error_level` and `editing_software`, which decide nothing.',
  })
  signals!: ReviewSignalDto[];
  @ApiProperty({ type: [IdvReviewPictureDto] }) pictures!: IdvReviewPictureDto[];
  @ApiProperty({ type: [IdvReviewDecisionDto], description: 'The oldest first.' }) decisions!: IdvReviewDecisionDto[];

  static ofDetails(details: ReviewDetails, now: Date, forOperator: boolean): IdvReviewDetailsDto {
    const { document, scores, signals = [] } = details.findings;
    return Object.assign(IdvReviewDto.of(details, now, forOperator), {
      ...(document && { document: IdvDocumentDto.of(document) }),
      ...(scores && { scores }),
      signals: signals.map((signal) => ReviewSignalDto.of(signal)),
      pictures: details.pictures.map((picture) => IdvReviewPictureDto.of(picture)),
      decisions: details.decisions.map((decision) => IdvReviewDecisionDto.of(decision)),
    });
  }
}

export class DecideIdvReviewDto {
  @EnumField(outcomes, { ...OUTCOME, description: 'The final status of the session.' }) outcome!: ReviewOutcome;
  @TextField({
    max: 1_000,
    example: 'Same person, older picture.',
    description: 'Why, in your own words. Kept sealed as long as the evidence, and shown to reviewers only.',
  })
  reason!: string;
  @ArrayField(oneOf(reasons, 'IdvReason'), {
    max: 5,
    unique: true,
    optional: true,
    example: [],
    description:
      'Codes for the result, of those that fit the outcome. Left out: the doubts that fit it, or the general one.',
  })
  reasons?: Reason[];
}

export class DecidedIdvReviewDto {
  @UuidField(REVIEW_ID) reviewId!: string;
  @EnumField(sessionStatus.states, { name: 'IdvStatus', example: 'VERIFIED', description: 'What the session is now.' })
  status!: SessionStatus;
  @BooleanField({ description: 'False: it waits for somebody else who says the same (four eyes).' }) final!: boolean;
}
