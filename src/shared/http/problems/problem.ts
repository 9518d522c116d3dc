import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiProperty } from '@nestjs/swagger';
import {
  currentContext,
  type DomainError,
  type ErrorDetails,
  type ErrorKind,
  isInCatalogue,
} from '../../kernel/index.js';

/** One field that is missing or invalid. */
export class ProblemField {
  @ApiProperty({
    type: String,
    example: '/users/3/emailId',
    description: 'The wrong field: a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.',
  })
  pointer!: string;

  @ApiProperty({ type: String, example: 'Must be an e-mail address.' })
  detail!: string;
}

/**
 * The body of every error of every route (RFC 9457). Some errors have additional members, which their page in the
 * catalogue lists.
 */
export class Problem {
  @ApiProperty({
    type: String,
    format: 'uri',
    description: 'The address of the page that explains this kind of error.',
  })
  type!: string;

  @ApiProperty({
    type: String,
    description: 'The kind of error, for people. It is the same for every error with this `code`.',
  })
  title!: string;

  @ApiProperty({ type: Number, description: 'The HTTP status of the response.' })
  status!: number;

  @ApiProperty({ type: String, description: 'The error code, for programs: `<context>/<word>`.' })
  code!: string;

  @ApiProperty({ type: String, required: false, description: 'What went wrong in this particular case.' })
  detail?: string;

  @ApiProperty({ type: String, required: false, description: 'The path that was called, without its query.' })
  instance?: string;

  @ApiProperty({
    type: [ProblemField],
    required: false,
    description: 'The fields that are missing or wrong, at most 20.',
  })
  errors?: ErrorDetails['errors'];

  @ApiProperty({
    type: String,
    required: false,
    description:
      'The id of this request in the server log. Send it to the operator of the service when you ask for help.',
  })
  traceId?: string;
}

export const PROBLEM_JSON = 'application/problem+json';

/** The path of the error pages on the management surface. The member `type` of an error is the URL of such a page. */
export const PROBLEM_PAGES = '/docs/problems';

export interface ProblemPlace {
  readonly managementUrl: string;
  readonly instance?: string;
  readonly traceId?: string;
}

export function problemOf({ kind, detail, extra }: DomainError, place: ProblemPlace): Problem {
  const { errors, ...facts } = publicFacts(extra);
  const { instance, traceId } = place;
  return { ...facts, ...faceOf(kind, place.managementUrl), detail, instance, errors, traceId };
}

/**
 * The members that all problems of a kind have in common. Errors of frameworks have no page in the catalogue, so their
 * `type` is `about:blank` (RFC 9457).
 */
export const faceOf = (kind: ErrorKind, managementUrl: string) => ({
  type: isInCatalogue(kind) ? `${managementUrl}${PROBLEM_PAGES}/${kind.code}` : 'about:blank',
  title: kind.spec.title,
  status: kind.spec.status,
  code: kind.code,
});

function publicFacts({ retryAfterSeconds: _asHeader, challenge: _too, ...facts }: ErrorDetails): ErrorDetails {
  return facts;
}

/** The response headers of an error, such as those that RFC 9110 requires for some statuses. */
export function problemHeaders({ kind, extra }: DomainError, request: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  if (extra.retryAfterSeconds !== undefined)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(extra.retryAfterSeconds)));
  if (kind.spec.status === 401) headers['WWW-Authenticate'] = challenge(kind.spec.oauth, extra['challenge'], request);
  if (kind.spec.status === 403 && kind.spec.oauth === 'insufficient_scope') {
    headers['WWW-Authenticate'] = insufficient(extra['scope']);
  }
  if (Array.isArray(extra['allow'])) headers['Allow'] = extra['allow'].join(', ');
  return headers;
}

/**
 * The WWW-Authenticate header. A request without a token gets no error code (RFC 6750, section 3.1). Errors with
 * another scheme supply their own challenge.
 */
function challenge(error = 'invalid_token', own: unknown, { authorization }: IncomingHttpHeaders): string {
  if (typeof own === 'string') return own;
  return authorization === undefined ? 'Bearer realm="api"' : `Bearer realm="api", error="${error}"`;
}

const insufficient = (scope: unknown): string =>
  `Bearer realm="api", error="insufficient_scope"${typeof scope === 'string' ? `, scope="${scope}"` : ''}`;

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Problem;
}

/** The complete response to an error. */
export function problemAnswer(error: DomainError, request: IncomingMessage, managementUrl: string): ProblemAnswer {
  const instance = (request.originalUrl ?? request.url ?? '').split('?', 1)[0];
  const body = problemOf(error, { managementUrl, instance, traceId: currentContext()?.traceId });
  return {
    status: body.status,
    headers: { ...problemHeaders(error, request.headers), 'Content-Type': `${PROBLEM_JSON}; charset=utf-8` },
    body,
  };
}
