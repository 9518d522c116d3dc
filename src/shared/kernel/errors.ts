/** How one error appears over HTTP (RFC 9457), to the mobile client, and in OAuth (RFC 6749). */
export interface ErrorSpec {
  readonly status: number;
  readonly title: string;
  /** Advice on how to deal with the error, shown in the published catalogue. */
  readonly help?: string;
  readonly mobile?: number;
  readonly oauth?: string;
}

/** One invalid field: a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export interface ErrorDetails {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly [fact: string]: unknown;
}

export interface ErrorKind {
  readonly code: string;
  readonly spec: ErrorSpec;
  (detail?: string, extra?: ErrorDetails): DomainError;
}

export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly detail?: string,
    readonly extra: ErrorDetails = {},
  ) {
    super(detail ?? kind.spec.title);
    this.name = kind.code;
  }
}

const catalogue = new Map<string, ErrorKind>();

/** Declares all errors of one context. `notFound` in `users` gets the code `users/not-found`. */
export function defineErrors<const T extends Record<string, ErrorSpec>>(context: string, kinds: T) {
  const entries = Object.entries(kinds).map(([key, spec]) => {
    const code = `${context}/${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const kind: ErrorKind = Object.assign(
      (detail?: string, extra?: ErrorDetails) => new DomainError(kind, detail, extra),
      { code, spec },
    );
    catalogue.set(code, kind);
    return [key, kind] as const;
  });
  return Object.fromEntries(entries) as { readonly [K in keyof T]: ErrorKind };
}

/** Every error that the loaded contexts declare, ordered by code. */
export const errorCatalogue = (): ErrorKind[] => [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));

export const isInCatalogue = (kind: ErrorKind): boolean => catalogue.get(kind.code) === kind;

/** The errors that any route can raise. */
export const KernelErrors = defineErrors('kernel', {
  brokenSyntax: {
    status: 400,
    title: 'The request cannot be parsed',
    help: 'Send well-formed JSON in UTF-8, and a well-formed request line.',
    mobile: 4,
    oauth: 'invalid_request',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid access token is required',
    help: 'Get a token for this API surface at the token endpoint. Send it in the header Authorization.',
    oauth: 'invalid_token',
  },
  weakSignIn: {
    status: 401,
    title: 'The sign-in of the user is not strong enough',
    help: 'Ask the user to sign in again, with the `acr_values` and the `max_age` of the header WWW-Authenticate. Repeat the call with the new token.',
    oauth: 'insufficient_user_authentication',
    mobile: 102,
  },
  insufficientScope: {
    status: 403,
    title: 'The access token lacks a scope',
    help: 'Request a token with the scope that this route requires.',
    oauth: 'insufficient_scope',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'The caller has no permission for this. The member `detail` may contain the reason.',
  },
  notFound: {
    status: 404,
    title: 'Not found',
    help: 'Check the path. Each API surface has its own address and paths.',
  },
  methodNotAllowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'Use one of the methods in the header Allow.',
  },
  timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    help: 'Send the whole request without pauses.',
  },
  keyInUse: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    help: 'Repeat the request after the seconds in the header Retry-After.',
  },
  bodyTooLarge: { status: 413, title: 'The request body is too large', help: 'The limit is 1 MiB.' },
  uriTooLong: { status: 414, title: 'The request target is too long', help: 'Shorten the path or the query.' },
  unsupportedMediaType: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send application/json, in UTF-8 and uncompressed or gzip.',
  },
  invalidArguments: {
    status: 422,
    title: 'A field is missing or wrong',
    help: 'The member `errors` lists up to 20 wrong fields, and what each should be. If more fields are wrong, `detail` says how many.',
    mobile: 4,
    oauth: 'invalid_request',
  },
  keyReused: {
    status: 422,
    title: 'The Idempotency-Key was already used for a different request',
    help: 'Use a new key for a new request. To repeat the first request, send it unchanged.',
  },
  tooManyRequests: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in the header Retry-After. The header RateLimit-Policy contains the limit.',
    mobile: 39,
  },
  headersTooLarge: { status: 431, title: 'The request headers are too large', help: 'The limit is 16 KiB in all.' },
  unexpected: {
    status: 500,
    title: 'Unexpected error',
    help: 'Send the trace id to the operator of the service. The server log contains the cause.',
    mobile: 39,
    oauth: 'server_error',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available at the moment',
    help: 'Repeat the request after the seconds in the header Retry-After.',
    mobile: 39,
    oauth: 'temporarily_unavailable',
  },
});

/**
 * The SQLSTATE of a database error, or the code of a system error such as `ECONNREFUSED`. Reads it from the error, or
 * from the driver error that TypeORM wraps.
 */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? errorCode(error.driverError) : undefined;
}

/**
 * The code of a system error, such as `ENOENT`. Checked by shape rather than by `instanceof`, because each realm, such
 * as a VM context, has its own `Error` class.
 */
export const systemCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
