import { OmitType } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { boolean, IntegerField, TextField } from '../scalars.js';
import { Field } from '../field.decorator.js';
import { language } from '../formats.js';
import { fromText } from './text-fields.js';

class PageQuery {
  @IntegerField({ min: 1, max: 200, default: 50 })
  limit = 50;
}

class ThingsQuery extends PageQuery {
  @TextField({ max: 9, optional: true })
  name?: string;

  @Field(boolean(), { optional: true })
  open?: boolean;

  @Field(language(), { optional: true })
  language?: string;
}

class WithoutLimit extends OmitType(ThingsQuery, ['limit'] as const) {}

class Undeclared {
  @IsString()
  name!: string;
}

const errorsOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { extra?: { errors?: unknown } }).extra?.errors ?? error;
  }
};

describe('Query parameters', () => {
  it('become values of their kinds, and a missing one keeps its default', () => {
    const query = fromText(ThingsQuery, { name: 'a', open: 'true', language: 'EN-us' }, 'query');
    expect(query).toBeInstanceOf(ThingsQuery);
    expect(query).toEqual({ limit: 50, name: 'a', open: true, language: 'en-US' });
  });

  it('are checked in an inherited class as in the class itself', () => {
    expect(errorsOf(() => fromText(ThingsQuery, { limit: '201', name: '0123456789' }, 'query'))).toEqual([
      { pointer: '?name', detail: 'Must have at most 9 characters.' },
      { pointer: '?limit', detail: 'Must be a whole number from 1 to 200.' },
    ]);
  });

  it('are unknown where a class omits them', () => {
    expect(fromText(WithoutLimit, { name: 'a' }, 'query')).toMatchObject({ name: 'a' });
    expect(errorsOf(() => fromText(WithoutLimit, { limit: '5' }, 'query'))).toEqual([
      { pointer: '?limit', detail: 'There is no such field.' },
    ]);
  });

  it('cannot be declared without a kind', () => {
    expect(() => fromText(Undeclared, { name: 'a' }, 'query')).toThrow('Undeclared has parameters that no @Field');
  });
});
