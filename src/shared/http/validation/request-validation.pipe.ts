import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { KernelErrors } from '../../kernel/index.js';
import { AS_TEXT, isObject } from '../fields/index.js';
import { FieldErrors, type Source, UnreadBody } from './field-errors.js';
import { unsoundnessOf } from './soundness.js';

/** Converts the input into a DTO, or reports the fields that are missing, wrong or unknown. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    if (value instanceof UnreadBody) throw KernelErrors.unsupportedMediaType();
    const unsound = unsoundnessOf(value, type);
    if (unsound) throw unsound.asError();
    return isDto(metatype) ? instanceOf(metatype, value ?? {}, type) : value;
  }
}

function instanceOf(dto: Type<object>, plain: unknown, source: Source): object {
  if (!isObject(plain)) {
    const errors = new FieldErrors(source);
    errors.add(undefined, 'The body must be a JSON object.');
    throw errors.asError();
  }
  const instance = plainToInstance(dto, plain, source === 'body' ? {} : { groups: [AS_TEXT] });
  const wrong = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (wrong.length === 0) return instance;
  // A malformed id in the path cannot exist: there is no field to correct, so the answer is 404.
  if (source === 'param') throw KernelErrors.notFound();
  const errors = new FieldErrors(source);
  errors.addAll(wrong);
  throw errors.asError();
}

const PLAIN: readonly unknown[] = [String, Number, Boolean, Object, Array, Buffer, undefined];

const isDto = (metatype: ArgumentMetadata['metatype']): metatype is Type<object> => !PLAIN.includes(metatype);
