import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { printedStates, type PrintedState, type Scores } from '@countersign/identity-engine';
import { BooleanField, EnumField, ObjectField, TextField } from '../../../shared/http/index.js';
import { IdvReviewDecisionDto, IdvReviewPictureDto, ReviewSignalDto } from '../../reviews/dto/review.dto.js';
import { IdvDocumentDto } from '../../web-tokens/dto/idv-result.dto.js';
import { fieldNames, fieldSources, type FieldName, type FieldSource, type ShownField } from '../session-fields.js';
import type { ShownFindings } from '../session-material.service.js';
import type { LookedAtSession } from '../idv-sessions.service.js';
import { IdvSessionDto } from './idv-session.dto.js';

const VALUE = { max: 255, nullable: true } as const;

export class IdvFieldDto implements ShownField {
  @EnumField(fieldNames, { name: 'IdvFieldName', example: 'lastNames' }) name!: FieldName;
  @TextField({ ...VALUE, example: 'ERIKSSON', description: 'What the document says.' }) value!: string | null;
  @EnumField(fieldSources, {
    name: 'IdvFieldSource',
    nullable: true,
    example: 'zone',
    description: 'Where it was read: the machine readable zone, a code, or the print. `null`: by a vendor.',
  })
  source!: FieldSource | null;
  @EnumField(['holds'], {
    name: 'IdvCheckDigit',
    nullable: true,
    example: null,
    description:
      '`holds`: it has a check digit, which holds; documents where one does not are refused. `null`: it has none.',
  })
  checkDigit!: 'holds' | null;
  @EnumField(printedStates, {
    name: 'IdvPrinted',
    nullable: true,
    example: 'same',
    description:
      'Whether the same is printed for people: `other` is nearly the same, `unseen` nothing like it. `null`: not compared.',
  })
  printed!: PrintedState | null;
  @TextField({ ...VALUE, example: 'Eriksson', description: "What the user's record says. Names only." })
  record!: string | null;
  @BooleanField({ nullable: true, description: 'Whether the document can mean the same as the record.' })
  agrees!: boolean | null;
}

const shareOf = (example: number, description: string) =>
  ApiProperty({ type: 'number', minimum: 0, maximum: 1, example, description });

export class IdvThresholdsDto {
  @shareOf(0.8, 'How alike selfie and portrait must be.') match!: number;
  @shareOf(0.6, 'From here to the match, a person decides.') retry!: number;
  @shareOf(0.075, 'Below it, a document that nothing confirms is to be shown again.') leastSharpness!: number;
  @shareOf(0, 'Below it, a document is a doubt in any case.') clearSharpness!: number;
  @shareOf(0.88, 'Below it, a machine readable zone is a doubt.') leastCertainty!: number;
  @shareOf(0.25, 'With more blinding white, the zone is a doubt.') mostGlare!: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 0, description: 'How many printed fields need not be found.' })
  mostUnseenFields!: number;
}

export class IdvFindingsDto {
  @ApiProperty({ type: IdvDocumentDto, required: false, description: 'What was read.' }) document?: IdvDocumentDto;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
    example: { document: 0.99, liveness: 0.97, face: 0.71 },
  })
  scores?: Scores;
  @ApiProperty({ type: [IdvFieldDto], description: 'The same, field by field, with what it can be compared with.' })
  fields!: IdvFieldDto[];
  @ApiProperty({ type: IdvThresholdsDto, description: 'What the scores were held against.' })
  thresholds!: IdvThresholdsDto;
  @ApiProperty({ type: [ReviewSignalDto], description: 'What the pictures show beside what they say.' })
  signals!: ReviewSignalDto[];
  @ApiProperty({ type: [IdvReviewPictureDto] }) pictures!: IdvReviewPictureDto[];
  @ApiProperty({ type: [IdvReviewDecisionDto], description: 'The oldest first.' }) decisions!: IdvReviewDecisionDto[];

  static of({ findings, fields, thresholds, pictures, decisions }: ShownFindings): IdvFindingsDto {
    const { document, scores, signals = [] } = findings;
    return {
      ...(document && { document: IdvDocumentDto.of(document) }),
      ...(scores && { scores }),
      fields: fields.map((field) => ({ ...field })),
      thresholds: { ...thresholds },
      signals: signals.map((signal) => ReviewSignalDto.of(signal)),
      pictures: pictures.map((picture) => IdvReviewPictureDto.of(picture)),
      decisions: decisions.map((decision) => IdvReviewDecisionDto.of(decision)),
    };
  }
}

export class IdvSessionDetailsDto extends IdvSessionDto {
  @ObjectField(() => IdvFindingsDto, {
    optional: true,
    description:
      'For callers with `idv:review`, once the user has agreed that the result is passed on, and while it is retained. The look is audited.',
  })
  findings?: IdvFindingsDto;

  static ofLook({ session, findings, now }: LookedAtSession): IdvSessionDetailsDto {
    return Object.assign(IdvSessionDto.of(session, now), findings && { findings: IdvFindingsDto.of(findings) });
  }
}
