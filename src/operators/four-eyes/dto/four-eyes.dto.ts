import {
  ArrayField,
  EnumField,
  IntegerField,
  JsonField,
  listOf,
  ObjectField,
  oneOf,
  PageQuery,
  TextField,
  UuidField,
} from '../../../shared/http/index.js';
import type { JsonObject, JsonValue } from '../../../shared/kernel/index.js';
import { rightNames, type RightName } from '../../roles/role-table.js';
import { type FourEyesState, fourEyesState } from '../four-eyes-state.js';
import type { FourEyesFilter } from '../four-eyes.repository.js';

const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 } as const;
const CLOSED: readonly FourEyesState[] = ['agreed', 'done', 'failed', 'refused', 'takenBack', 'fallen'];
const LISTED = [...fourEyesState.states, 'closed'] as const;
const BY = ['me', 'others'] as const;
export const VERBS = ['agree', 'refuse', 'takeBack'] as const;

export class FourEyesIdParam {
  @UuidField() requestId!: string;
}

export class ListFourEyesQuery extends PageQuery {
  @EnumField(LISTED, {
    name: 'FourEyesStates',
    optional: true,
    example: 'waiting',
    description: 'Only those in this state; `closed` stands for all that wait no more.',
  })
  state?: FourEyesState | 'closed';
  @EnumField(BY, {
    name: 'FourEyesAskedBy',
    optional: true,
    example: 'others',
    description: 'Only what oneself has asked for, or only what others have.',
  })
  askedBy?: (typeof BY)[number];

  static toFilter({ state, askedBy }: ListFourEyesQuery): FourEyesFilter {
    const states = state === undefined ? undefined : state === 'closed' ? CLOSED : [state];
    return { states, by: askedBy };
  }
}

export class RefusalDto {
  @TextField({
    max: 1_000,
    optional: true,
    singleLine: false,
    example: 'She did not ask for it: I called her back',
    description: 'Why. Needed from everybody but the one who asked.',
  })
  comments?: string;
}

export class FourEyesOperatorDto {
  @UuidField() id!: string;
  @TextField({
    max: 255,
    nullable: true,
    example: 'Anna Berg',
    description: '`null` for somebody who is no operator any more.',
  })
  name!: string | null;
}

export class FourEyesCallDto {
  @TextField({ max: 10, example: 'PUT' }) method!: string;
  @TextField({ max: 16_384, example: '/v1/users/jane.doe/status' }) path!: string;
  @TextField({ max: 255, example: 'PUT /v1/users/:userId/status', description: 'The route that it is a call of.' })
  route!: string;
  @JsonField({
    maxBytes: 16_384,
    nullable: true,
    example: { status: 'RESET', comments: 'Lost her phone' },
    description: 'The body, as it was sent, but for credentials: of those only their names are shown.',
  })
  body!: JsonObject | null;
}

const CREDENTIALS = ['password', 'token', 'headers'];

/** The body as others may see it. Who agrees to a call need not know the credentials in it. */
export function withoutCredentials(body: JsonValue): JsonValue {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map(withoutCredentials);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      CREDENTIALS.includes(name) ? masked(value) : withoutCredentials(value),
    ]),
  );
}

function masked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return '••••';
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.keys(value).map((name) => [name, '••••']))
    : value;
}

export class FourEyesAnswerDto {
  @IntegerField({ min: 100, max: 599, example: 200 }) status!: number;
  @TextField({
    max: 64,
    nullable: true,
    example: 'users/status-refused',
    description: 'Of the problem, where it failed.',
  })
  code!: string | null;
  @IntegerField({
    ...TIME,
    nullable: true,
    description: 'Until when `GET /v1/fourEyes/{id}/answer` has the body, for who asked. `null`: there is none.',
  })
  untilTs!: number | null;
}

export class FourEyesDto {
  @UuidField() id!: string;
  @EnumField(fourEyesState.states, {
    name: 'FourEyesState',
    example: 'waiting',
    description:
      '`agreed`: is being carried out. `done` and `failed`: what the route answered. `fallen`: nobody decided within a day.',
  })
  state!: FourEyesState;
  @EnumField(rightNames, { name: 'RightName', example: 'remove', description: 'What one needs to agree.' })
  right!: RightName;
  @ObjectField(() => FourEyesCallDto) call!: FourEyesCallDto;
  @TextField({ max: 1_000, singleLine: false, example: 'Lost her phone', description: 'Why it is asked for.' })
  comments!: string;
  @ObjectField(() => FourEyesOperatorDto) askedBy!: FourEyesOperatorDto;
  @IntegerField(TIME) askedTs!: number;
  @IntegerField({ ...TIME, description: 'Nobody can agree any more then.' }) fallsTs!: number;
  @ObjectField(() => FourEyesOperatorDto, {
    nullable: true,
    description: '`null` where nobody has decided: it waits, has fallen, or who asked may not any more.',
  })
  decidedBy!: FourEyesOperatorDto | null;
  @IntegerField({ ...TIME, nullable: true }) decidedTs!: number | null;
  @TextField({
    max: 1_000,
    nullable: true,
    singleLine: false,
    example: 'She did not ask for it',
    description: 'Why it was refused.',
  })
  refusal!: string | null;
  @ObjectField(() => FourEyesAnswerDto, { nullable: true }) answer!: FourEyesAnswerDto | null;
  @ArrayField(oneOf(VERBS, 'FourEyesVerb'), {
    max: 3,
    example: ['agree', 'refuse'],
    description: 'What the operator who reads this may do.',
  })
  allowed!: (typeof VERBS)[number][];
}

export class FourEyesListDto extends listOf('requests', () => FourEyesDto) {}
