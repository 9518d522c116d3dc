import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { KernelErrors } from '../../kernel/index.js';
import { isObject } from '../kind.js';
import { FieldErrors, UnreadBody } from './field-errors.js';
import { fromText } from './text-fields.js';
import { inputViolations } from './soundness.js';

/** Converts the input into a DTO, or reports the fields that are missing, invalid or unknown. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    if (value instanceof UnreadBody) throw KernelErrors.unsupportedMediaType();
    const unsound = inputViolations(value, type);
    if (unsound) throw unsound.asError();
    if (!isDto(metatype)) return value;
    return type === 'body' ? fromBody(metatype, value ?? {}) : fromText(metatype, value ?? {}, type);
  }
}

function fromBody(dto: Type<object>, plain: unknown): object {
  const errors = new FieldErrors('body');
  if (!isObject(plain)) {
    errors.add(undefined, 'The body must be a JSON object.');
    throw errors.asError();
  }
  const instance = plainToInstance(dto, plain);
  const wrong = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (wrong.length === 0) return instance;
  errors.addAll(wrong);
  throw errors.asError();
}

const PLAIN: readonly unknown[] = [String, Number, Boolean, Object, Array, Buffer, undefined];

const isDto = (metatype: ArgumentMetadata['metatype']): metatype is Type<object> => !PLAIN.includes(metatype);
