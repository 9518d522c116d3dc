import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { printedStates, type PrintedState, type Scores } from '@countersign/identity-engine';
import { BooleanField, EnumField, ObjectField, TextField } from '../../../shared/fields/index.js';
import { isPicture } from '../../evidence/evidence.js';
import { IdvReviewDecisionDto, IdvReviewPictureDto } from '../../reviews/dto/review.dto.js';
import { ReviewSignalDto } from '../../reviews/dto/review-signal.dto.js';
import { IdvDocumentDto } from '../../web-tokens/dto/idv-result.dto.js';
import { fieldNames, fieldSources, type FieldName, type FieldSource, type ShownField } from '../session-fields.js';
import type { ShownFindings } from '../session-material.service.js';
import type { LookedAtSession } from '../idv-sessions.service.js';
import { IdvSessionDto } from './idv-session.dto.js';

const VALUE = { max: 255, nullable: true } as const;

export class IdvFieldDto implements ShownField {
  @EnumField(fieldNames, { name: 'IdvFieldName', example: 'lastNames' }) name!: FieldName;
  @TextField({ ...VALUE, example: 'ERIKSSON', description: 'The value on the document.' }) value!: string | null;
  @EnumField(fieldSources, {
    name: 'IdvFieldSource',
    nullable: true,
    example: 'zone',
    description:
      'Where the value was read: in the machine readable zone, in a code, in the printed text, or in the chip. `null`: a vendor read it.',
  })
  source!: FieldSource | null;
  @EnumField(['holds'], {
    name: 'IdvCheckDigit',
    nullable: true,
    example: null,
    description:
      '`holds`: the field has a check digit, and it is correct. `null`: the field has no check digit. Documents with a wrong check digit are refused.',
  })
  checkDigit!: 'holds' | null;
  @EnumField(printedStates, {
    name: 'IdvPrinted',
    nullable: true,
    example: 'same',
    description:
      'Whether the printed text shows the same value. `other`: it shows nearly the same value. `unseen`: nothing similar was found. `null`: it was not compared.',
  })
  printed!: PrintedState | null;
  @TextField({ ...VALUE, example: 'Eriksson', description: "The value in the user's record. Present for names only." })
  record!: string | null;
  @BooleanField({
    nullable: true,
    description:
      'Whether the values in the document and in the user record can mean the same. `null`: they were not compared.',
  })
  agrees!: boolean | null;
}

const shareOf = (example: number, description: string) =>
  ApiProperty({ type: 'number', minimum: 0, maximum: 1, example, description });

export class IdvThresholdsDto {
  @shareOf(0.8, 'The minimum similarity at which the selfie and the portrait in the document count as a match.')
  match!: number;
  @shareOf(0.6, 'The similarity below which the selfie fails. Between this value and `match`, a person decides.')
  retry!: number;
  @shareOf(
    0.075,
    'The minimum sharpness. A document below it must be shown again, unless the printed text confirms the machine readable zone.',
  )
  leastSharpness!: number;
  @shareOf(0, 'The sharpness below which a document always counts as doubtful.') clearSharpness!: number;
  @shareOf(
    0.88,
    'The minimum certainty of the characters in the machine readable zone. Below this value, the document counts as doubtful.',
  )
  leastCertainty!: number;
  @shareOf(
    0.25,
    'The maximum amount of glare on the machine readable zone. Above this value, the document counts as doubtful.',
  )
  mostGlare!: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'The number of printed fields that may be missing.',
  })
  mostUnseenFields!: number;
}

export class IdvFindingsDto {
  @ApiProperty({ type: IdvDocumentDto, required: false, description: 'The data that was read from the document.' })
  document?: IdvDocumentDto;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
    example: { document: 0.99, liveness: 0.97, face: 0.71 },
  })
  scores?: Scores;
  @ApiProperty({ type: [IdvFieldDto], description: 'The same data, field by field, compared with other sources.' })
  fields!: IdvFieldDto[];
  @ApiProperty({ type: IdvThresholdsDto, description: 'The limits with which the scores were compared.' })
  thresholds!: IdvThresholdsDto;
  @ApiProperty({ type: [ReviewSignalDto], description: 'Signs that a picture may not be genuine.' })
  signals!: ReviewSignalDto[];
  @ApiProperty({ type: [IdvReviewPictureDto] }) pictures!: IdvReviewPictureDto[];
  @ApiProperty({ type: [IdvReviewDecisionDto], description: 'The decisions of reviewers, oldest first.' })
  decisions!: IdvReviewDecisionDto[];

  static of({ findings, fields, thresholds, pictures, decisions }: ShownFindings): IdvFindingsDto {
    const { document, chip, scores, signals = [] } = findings;
    return {
      ...(document && { document: IdvDocumentDto.of(document, chip) }),
      ...(scores && { scores }),
      fields: fields.map((field) => ({ ...field })),
      thresholds: { ...thresholds },
      signals: signals.map((signal) => ReviewSignalDto.of(signal)),
      pictures: pictures.filter(isPicture).map((picture) => IdvReviewPictureDto.of(picture)),
      decisions: decisions.map((decision) => IdvReviewDecisionDto.of(decision)),
    };
  }
}

export class IdvSessionDetailsDto extends IdvSessionDto {
  @ObjectField(() => IdvFindingsDto, {
    optional: true,
    description:
      'What was read and measured. Present for callers with the scope `idv:review`, if the user agreed to pass the result on, and until the retention ends. Each read is recorded in the audit log.',
  })
  findings?: IdvFindingsDto;

  static ofLook({ session, findings, now }: LookedAtSession): IdvSessionDetailsDto {
    return Object.assign(IdvSessionDto.of(session, now), findings && { findings: IdvFindingsDto.of(findings) });
  }
}
