import { ApiProperty } from '@nestjs/swagger';
import {
  ChosenId,
  EnumField,
  IntegerField,
  JsonField,
  LanguageField,
  ReturnUrlField,
  TextField,
  TimeField,
  TimeRangeQuery,
} from '../../../shared/fields/index.js';
import { type FieldError, type JsonObject, KernelErrors } from '../../../shared/kernel/index.js';
import {
  DEFAULT_SECONDS_TO_START,
  SECONDS_TO_START,
  sessionStatus,
  type SessionStatus,
} from '../../sessions/rules/session-status.js';
import type { Opened, Opening } from '../web-tokens.service.js';
import { sessionOrders, type SessionFilter, type SessionOrder } from '../session-list.repository.js';
import type { ListedSession } from '../session-results.service.js';
import { IdvReasonDetailsDto } from './idv-result.dto.js';

const RETURN_URL = { optional: true, example: 'https://portal.example.com/verified?order=4711' } as const;
const ERROR_URL = { optional: true, example: 'https://portal.example.com/not-verified' } as const;
const TOKEN = 'kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq';

export class CreateIdvWebTokenDto {
  @ChosenId({
    example: 'jane.doe',
    description: 'The user to verify. The user must be ONBOARDING, CREATED, ACTIVE or RESET.',
  })
  userId!: string;

  @ReturnUrlField({
    ...RETURN_URL,
    description:
      'The address to which the browser is redirected after the verification. It is used exactly as you send it.',
  })
  redirectUrl?: string;

  @ReturnUrlField({ ...RETURN_URL, description: 'Another name for `redirectUrl`. Send one of the two.' })
  redirectUri?: string;

  @ReturnUrlField({
    ...ERROR_URL,
    description:
      'The address to which the browser is redirected after any final status other than VERIFIED. Default: `redirectUrl`.',
  })
  errorUrl?: string;

  @ReturnUrlField({ ...ERROR_URL, description: 'Another name for `errorUrl`.' })
  errorUri?: string;

  @IntegerField({
    ...SECONDS_TO_START,
    default: DEFAULT_SECONDS_TO_START,
    description: 'How many seconds the user has to start the verification.',
  })
  expiresIn: number = DEFAULT_SECONDS_TO_START;

  @LanguageField({
    optional: true,
    example: 'de',
    description:
      "The language of the pages of this session (BCP 47). The user can choose another language there. Default: the user's language, or else the language of the browser.",
  })
  language?: string;

  @JsonField({
    maxBytes: 4_096,
    optional: true,
    example: { order: 4711 },
    description:
      'Your own data. It is returned in the result and in webhooks. In test mode, three members control the session. `simulate` is the status with which the session ends, or `REVIEW` for a review of a document that the service draws. `reasons` are the reasons of the result. `engine: built-in` uses the engine for live users instead of the simulated one.',
  })
  payload?: JsonObject;

  static toOpening(dto: CreateIdvWebTokenDto, clientId: string): Opening {
    const redirectUrl = oneOf(dto, 'redirectUrl', 'redirectUri');
    const errorUrl = oneOf(dto, 'errorUrl', 'errorUri') ?? null;
    if (redirectUrl === undefined) throw fault('redirectUrl', 'A value is required.');
    const { userId, expiresIn, language = null, payload = null } = dto;
    return { userId, clientId, redirectUrl, errorUrl, language, expiresIn, payload };
  }
}

type Url = 'redirectUrl' | 'redirectUri' | 'errorUrl' | 'errorUri';

/** Reads a field that may be sent under either of two names. If both are sent, they must have the same value. */
function oneOf(dto: CreateIdvWebTokenDto, name: Url, other: Url): string | undefined {
  const [value, same] = [dto[name], dto[other]];
  if (value !== undefined && same !== undefined && value !== same) throw fault(other, `Must not differ from ${name}.`);
  return value ?? same;
}

const fault = (field: string, detail: string) =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer: `/${field}`, detail } satisfies FieldError] });

export const idvUrlOf = (token: string, idvUrl: string): string =>
  `${idvUrl}/IdvWebServer/idvRegistration.htm?token=${token}`;

export class IdvWebTokenDto {
  @TextField({
    max: 43,
    example: TOKEN,
    description:
      'The id of the session. It also opens the session in a browser, so give it only to the user and do not log it.',
  })
  web_session_id!: string;

  @TextField({
    max: 2_048,
    format: 'uri',
    example: `https://localhost:8004/IdvWebServer/idvRegistration.htm?token=${TOKEN}`,
    description: "The address to which you send the user's browser.",
  })
  idvUrl!: string;

  @TimeField({ description: 'The time before which the user must start the verification.' }) expiresAt!: string;

  static of({ session, token }: Opened, idvUrl: string): IdvWebTokenDto {
    return {
      web_session_id: token,
      idvUrl: idvUrlOf(token, idvUrl),
      expiresAt: session.expiresAt.toISOString(),
    };
  }
}

export class ListWebTokensQuery extends TimeRangeQuery {
  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only sessions of this user.' }) userId?: string;

  @EnumField(sessionStatus.states, {
    name: 'IdvStatus',
    optional: true,
    description: 'Only sessions with this status.',
  })
  status?: SessionStatus;

  @EnumField(sessionOrders, {
    name: 'IdvSessionOrder',
    default: 'newest',
    description:
      'The sort order, by the time at which the sessions were created. `from` and `to` filter by the same time.',
  })
  order: SessionOrder = 'newest';

  static toFilter(query: ListWebTokensQuery): SessionFilter {
    const { userId, status, order } = query;
    return { ...TimeRangeQuery.rangeOf(query), userId, status, order };
  }
}

export class ListedIdvWebTokenDto {
  @TextField({ max: 43, example: TOKEN }) web_session_id!: string;
  @ChosenId({ example: 'jane.doe' }) userId!: string;
  @EnumField(sessionStatus.states, { name: 'IdvStatus', example: 'VERIFIED' }) status!: SessionStatus;
  @ApiProperty({
    type: [IdvReasonDetailsDto],
    description: 'Why the session did not end as VERIFIED. Empty if the status alone explains it.',
  })
  reasons!: IdvReasonDetailsDto[];
  @TimeField({ description: 'When the session was created.' }) createdAt!: string;
  @TimeField({ description: 'When the status or the step last changed.' }) timestamp!: string;

  static of({ session, token }: ListedSession): ListedIdvWebTokenDto {
    return {
      web_session_id: token,
      userId: session.userId,
      status: session.status,
      reasons: session.reasons.map((code) => IdvReasonDetailsDto.of(code)),
      createdAt: session.createdAt.toISOString(),
      timestamp: session.touchedAt.toISOString(),
    };
  }
}
