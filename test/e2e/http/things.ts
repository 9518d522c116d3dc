import { BadRequestException, Body, Controller, Get, GoneException, Param, Put, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import { WithoutToken } from '../../../src/shared/auth-guard/index.js';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EmailField,
  EnumField,
  HttpsUrlField,
  IntegerField,
  JsonField,
  LanguageField,
  ObjectField,
  PhoneField,
  text,
  TextField,
  TimeField,
  UuidField,
} from '../../../src/shared/fields/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../../src/shared/http/index.js';
import { currentContext, KernelErrors } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';

class Part {
  @ChosenId()
  partId!: string;

  @EmailField({ optional: true })
  emailId?: string;
}

export class NewThing {
  @ChosenId()
  thingId!: string;

  @TextField({ max: 10, optional: true })
  name?: string;

  @TextField({ max: 100, singleLine: false, optional: true, nullable: true })
  comments?: string | null;

  @IntegerField({ min: 1, max: 9, optional: true })
  size?: number;

  @BooleanField({ optional: true })
  round?: boolean;

  @EnumField(['RED', 'BLUE'], { optional: true })
  colour?: string;

  @PhoneField({ optional: true })
  phone?: string;

  @LanguageField({ optional: true })
  language?: string;

  @HttpsUrlField({ optional: true })
  url?: string;

  @UuidField({ optional: true })
  uuid?: string;

  @TimeField({ optional: true })
  at?: string;

  @ArrayField(text({ max: 5 }), { max: 3, unique: true, optional: true })
  tags?: string[];

  @ArrayField(() => Part, { max: 5, optional: true })
  parts?: Part[];

  @ObjectField(() => Part, { optional: true })
  main?: Part;

  @JsonField({ maxBytes: 100, optional: true })
  payload?: object;
}

export class ThingQuery {
  @IntegerField({ min: 1, max: 200, default: 50 })
  limit = 50;

  @BooleanField({ optional: true })
  round?: boolean;

  @ArrayField(text({ max: 5 }), { max: 3, optional: true })
  tag?: string[];
}

class ThingPath {
  @ChosenId()
  thingId!: string;
}

/** Routes for what no real route shows on its own. */
@WithoutToken('a test')
@ThrowsOnAnyRoute()
@Controller('v1/things')
export class ThingsController {
  constructor(private readonly db: Database) {}

  @Get()
  list(@Query() query: ThingQuery): ThingQuery {
    return query;
  }

  @IdempotentPost()
  @ApiCreatedResponse({ type: NewThing })
  create(@Body() thing: NewThing): NewThing {
    return thing;
  }

  @IdempotentPost('without-body')
  bodiless(): object {
    return { done: true };
  }

  @Get('context')
  async context(@Req() request: Request): Promise<object> {
    await this.db.rows('SELECT 1');
    return { ...currentContext(), secure: request.secure };
  }

  @IdempotentPost('context')
  contextOfBody(@Body() body: object): object {
    return { ...body, ...currentContext() };
  }

  @Get('fail/:how')
  @Throws(KernelErrors.notFound)
  fail(@Param('how') how: string): never {
    // oxlint-disable-next-line typescript/only-throw-error -- that is one of the failures
    throw failures[how]?.() ?? KernelErrors.notFound();
  }

  @Get('sql')
  sql(): Promise<object> {
    return this.db.rows('SELECT secret FROM no_such_table');
  }

  @Get(':thingId')
  read(@Param() { thingId }: ThingPath): object {
    return { thingId };
  }

  @Put(':thingId')
  write(@Param() { thingId }: ThingPath): object {
    return { thingId };
  }
}

const failures: Readonly<Record<string, () => unknown>> = {
  domain: () => KernelErrors.forbidden('Not you', { reason: 'because' }),
  nest: () => new BadRequestException('Words of the framework'),
  gone: () => new GoneException('Words of the framework'),
  unauthenticated: () => KernelErrors.unauthenticated(),
  scope: () => KernelErrors.insufficientScope(undefined, { scope: 'things:read' }),
  busy: () => KernelErrors.tooManyRequests(undefined, { retryAfterSeconds: 1.2 }),
  bug: () => new TypeError('secret internals'),
  text: () => 'not even an error',
  refused: () => Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' }),
  terminated: () => Object.assign(new Error('terminating connection'), { code: '57P01' }),
  uncoded: () => new Error('Connection terminated unexpectedly'),
};
