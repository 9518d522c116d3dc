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
} from '../../../shared/fields/index.js';
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
    description: 'Only requests in this state. `closed`: all requests that are no longer waiting.',
  })
  state?: FourEyesState | 'closed';
  @EnumField(BY, {
    name: 'FourEyesAskedBy',
    optional: true,
    example: 'others',
    description: 'Only your own requests, or only requests of others.',
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
    description: 'The reason for the refusal. Required, unless you withdraw your own request.',
  })
  comments?: string;
}

export class FourEyesOperatorDto {
  @UuidField() id!: string;
  @TextField({
    max: 255,
    nullable: true,
    example: 'Anna Berg',
    description: 'The name of the operator. `null`: the person is no longer an operator.',
  })
  name!: string | null;
}

export class FourEyesCallDto {
  @TextField({ max: 10, example: 'PUT' }) method!: string;
  @TextField({ max: 16_384, example: '/v1/users/jane.doe/status' }) path!: string;
  @TextField({ max: 255, example: 'PUT /v1/users/:userId/status', description: 'The API route that is called.' })
  route!: string;
  @JsonField({
    maxBytes: 65_536,
    nullable: true,
    example: { status: 'RESET', comments: 'Lost her phone' },
    description: 'The request body, as it was sent. The values of credentials are hidden.',
  })
  body!: JsonObject | null;
}

const CREDENTIALS = ['password', 'token', 'headers'];

/** Returns the body of a call without its credentials, which the approving operator need not see. */
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
    description: 'The error code. `null`: the call succeeded.',
  })
  code!: string | null;
  @IntegerField({
    ...TIME,
    nullable: true,
    description:
      'Until this time, the requester can read the response body at `GET /v1/fourEyes/{id}/answer`. In milliseconds since 1970. `null`: there is no body to read.',
  })
  untilTs!: number | null;
}

export class FourEyesDto {
  @UuidField() id!: string;
  @EnumField(fourEyesState.states, {
    name: 'FourEyesState',
    example: 'waiting',
    description:
      'The state of the request. `waiting`: no decision has been made yet. `agreed`: approved, and being carried out. `done`: carried out successfully. `failed`: carried out, but ended with an error. `refused`: a second operator refused it. `takenBack`: the requester withdrew it. `fallen`: it expired, because no decision was made within a day.',
  })
  state!: FourEyesState;
  @EnumField(rightNames, {
    name: 'RightName',
    example: 'remove',
    description: 'The right that an operator needs to approve the request.',
  })
  right!: RightName;
  @ObjectField(() => FourEyesCallDto) call!: FourEyesCallDto;
  @TextField({ max: 1_000, singleLine: false, example: 'Lost her phone', description: 'The reason for the request.' })
  comments!: string;
  @ObjectField(() => FourEyesOperatorDto) askedBy!: FourEyesOperatorDto;
  @IntegerField(TIME) askedTs!: number;
  @IntegerField({
    ...TIME,
    description:
      'The request expires at this time, in milliseconds since 1970. After that, it can no longer be approved.',
  })
  fallsTs!: number;
  @ObjectField(() => FourEyesOperatorDto, {
    nullable: true,
    description:
      'Who made the decision. `null`: there is no decision, because the request is waiting, has expired, or was closed because the requester lost the right.',
  })
  decidedBy!: FourEyesOperatorDto | null;
  @IntegerField({ ...TIME, nullable: true }) decidedTs!: number | null;
  @TextField({
    max: 1_000,
    nullable: true,
    singleLine: false,
    example: 'She did not ask for it',
    description: 'The reason for the refusal.',
  })
  refusal!: string | null;
  @ObjectField(() => FourEyesAnswerDto, { nullable: true }) answer!: FourEyesAnswerDto | null;
  @ArrayField(oneOf(VERBS, 'FourEyesVerb'), {
    max: 3,
    example: ['agree', 'refuse'],
    description: 'What the caller can do with this request now.',
  })
  allowed!: (typeof VERBS)[number][];
}

export class FourEyesListDto extends listOf('requests', () => FourEyesDto) {}
