import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';

/** A field that callers of similar systems send and that means nothing here: accepted, dropped, documented. */
export const Ignored = (description = 'Accepted for compatibility and ignored.'): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', required: false, deprecated: true, description }),
    Transform(() => undefined),
    Allow(),
  );
