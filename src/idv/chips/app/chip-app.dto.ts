import { mostBytes } from '@countersign/emrtd/verify';
import type { AskedFile } from '@countersign/emrtd/verify';
import { EnumField, Field, ObjectField, scalar, TextField, type Kind } from '../../../shared/fields/index.js';
import { readingFailures, type ReadingFailure } from '../chip-judgement.js';

const base64 = (most: number): Kind =>
  scalar({ type: 'string', format: 'byte', maxLength: most }, (value) =>
    typeof value === 'string' &&
    value.length <= most &&
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)
      ? undefined
      : `Must be base64 of at most ${most} characters.`,
  );
const charactersOf = (bytes: number): number => Math.ceil(bytes / 3) * 4;
const FileField = (name: AskedFile): PropertyDecorator =>
  Field(base64(charactersOf(mostBytes[name])), { optional: true });
/** Maximum size, in bytes, of one response of a chip: an RSA-4096 signature, or an encrypted response. */
const MOST_ANSWER = 1_024;
const AnswerField = (): PropertyDecorator => Field(base64(charactersOf(MOST_ANSWER)), { optional: true });

export class OpenChipDto {
  @TextField({ max: 43, pattern: /^[\w-]{43}$/, called: 'the code of the link' }) code!: string;
}

/** Fingerprints (DG3) and irises (DG4) have no field: a body that contains them is refused. */
export class ChipFilesDto {
  @FileField('SOD') SOD?: string;
  @FileField('DG1') DG1?: string;
  @FileField('DG2') DG2?: string;
  @FileField('DG14') DG14?: string;
  @FileField('DG15') DG15?: string;
}

export class TakeFilesDto {
  @ObjectField(() => ChipFilesDto) files!: ChipFilesDto;
}

export class ChipAnswersDto {
  @AnswerField() active?: string;
  @AnswerField() chip?: string;
}

export class TakeAnswersDto {
  @ObjectField(() => ChipAnswersDto) answers!: ChipAnswersDto;
}

export class ChipFailureDto {
  @EnumField(readingFailures, { name: 'IdvChipFailure', example: 'not_read' }) failure!: ReadingFailure;
}
