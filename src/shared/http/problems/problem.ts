import { ApiProperty } from '@nestjs/swagger';
import type { DomainError, ErrorDetails, ErrorKind } from '../../kernel/errors.js';
import { errorCatalogue } from '../../kernel/errors.js';

/** One field that is missing or wrong. */
export class ProblemField {
  @ApiProperty({
    type: String,
    example: '/users/3/emailId',
    description: 'A JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.',
  })
  pointer!: string;

  @ApiProperty({ type: String, example: 'Must be an e-mail address.' })
  detail!: string;
}

/** Every error of every route (RFC 9457). Some kinds add members that their page in the catalogue names. */
export class Problem {
  @ApiProperty({ type: String, format: 'uri', description: 'The page about this kind of error.' })
  type!: string;

  @ApiProperty({ type: String, description: 'What kind of error it is, for people. The same every time.' })
  title!: string;

  @ApiProperty({ type: Number, description: 'The status of the answer, again.' })
  status!: number;

  @ApiProperty({ type: String, description: 'What kind of error it is, for programs: `<context>/<word>`.' })
  code!: string;

  @ApiProperty({ type: String, required: false, description: 'What happened this time.' })
  detail?: string;

  @ApiProperty({ type: String, required: false, description: 'The path that was called, without its query.' })
  instance?: string;

  @ApiProperty({ type: [ProblemField], required: false, description: 'Fields that are missing or wrong, 20 at most.' })
  errors?: ErrorDetails['errors'];

  @ApiProperty({
    type: String,
    required: false,
    description: 'Finds this request in the logs. Tell it to the operator.',
  })
  traceId?: string;
}

export const PROBLEM_JSON = 'application/problem+json';

/** Where an error's page is, below the management surface: it is what `type` points to. */
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

/** The part of a problem that is the same every time. */
export const faceOf = (kind: ErrorKind, managementUrl: string) => ({
  type: isPublished(kind) ? `${managementUrl}${PROBLEM_PAGES}/${kind.code}` : 'about:blank',
  title: kind.faces.title,
  status: kind.faces.status,
  code: kind.code,
});

/** A status that only a framework knows has no page: RFC 9457 has a name for such a type. */
const isPublished = (kind: ErrorKind): boolean => errorCatalogue().includes(kind);

function publicFacts({ retryAfterSeconds: _asHeader, challenge: _too, ...facts }: ErrorDetails): ErrorDetails {
  return facts;
}
