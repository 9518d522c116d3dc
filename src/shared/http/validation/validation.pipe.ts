import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type FieldError } from '../../kernel/errors.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { AS_TEXT, isObject } from '../fields/index.js';
import { fieldErrors } from './field-errors.js';
import { UnreadBody } from './unread-body.js';
import { unsoundParts } from './unsound-parts.js';

/** Makes a DTO of what arrived, or names every field that is missing, wrong or unknown. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    if (value instanceof UnreadBody) throw KernelErrors.unsupportedMediaType();
    const errors = unsoundParts(value, type);
    if (errors.length > 0) throw refused(errors);
    return isDto(metatype) ? instanceOf(metatype, value ?? {}, type) : value;
  }
}

type Source = Exclude<ArgumentMetadata['type'], 'custom'>;

function instanceOf(dto: Type<object>, plain: unknown, source: Source): object {
  if (!isObject(plain)) throw refused([{ pointer: '', detail: 'The body must be a JSON object.' }]);
  const instance = plainToInstance(dto, plain, source === 'body' ? {} : { groups: [AS_TEXT] });
  const wrong = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (wrong.length === 0) return instance;
  // A path with an id that no id can be like leads to nothing: there is no field to correct.
  throw source === 'param' ? KernelErrors.notFound() : refused(fieldErrors(wrong, source));
}

const refused = (errors: readonly FieldError[]) => KernelErrors.invalidArguments(undefined, { errors });

const PLAIN: readonly unknown[] = [String, Number, Boolean, Object, Array, Buffer, undefined];

const isDto = (metatype: ArgumentMetadata['metatype']): metatype is Type<object> => !PLAIN.includes(metatype);
