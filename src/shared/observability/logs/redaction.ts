import { types } from 'node:util';
import { DomainError, errorCode } from '../../kernel/index.js';

export interface ErrorRecord {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
  readonly cause?: ErrorRecord;
}

const CAUSES = 5;

/** Whether a value is an error. `instanceof` alone does not recognise errors of another realm, such as a VM context. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);

/**
 * Returns the parts of an error that may be logged. Other parts may contain secrets or personal data: queries with
 * parameters, requests with headers, and rejected values in PostgreSQL's `detail`.
 */
export function errorRecord(error: Error, causes = CAUSES): ErrorRecord {
  const message = messageOf(error);
  const code = codeOf(error);
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    stack: framesOf(error),
    ...(isError(error.cause) && causes > 0 && { cause: errorRecord(error.cause, causes - 1) }),
  };
}

/**
 * The message of an error. For a database error, the value that PostgreSQL quotes after a colon is removed: `invalid
 * input syntax for type uuid: "…"`.
 */
function messageOf(error: Error): string {
  return isFromDatabase(error) ? error.message.replace(/: "[\s\S]*$/, '') : error.message;
}

const isFromDatabase = (error: Error): boolean => 'severity' in error || 'driverError' in error;

function codeOf(error: Error): string | undefined {
  return error instanceof DomainError ? error.kind.code : errorCode(error);
}

/** The frames of the stack, without the first lines, which repeat the message. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const REDACTED = '[redacted]';
const TOO_DEEP = '[…]';
const DEPTH = 6;
const ITEMS = 50;

/**
 * The names of members that contain a secret, a token or personal data. They are compared in lower case and without
 * separators.
 */
const SENSITIVE = new RegExp(
  [
    '(password|passwordhash|passphrase|secret|secrets|token|tokens|authorization|cookie|cookies|credential|credentials|apikey)$',
    '(privatekey|encryptionkeys?|signingkey|sealingkey|assertion|verifier|otp|dpop|jwks?|websessionid|handle)$',
    '^(activation|predefined|user|authorization)code$',
    '^(first|last|middle|given|family|full|sur)names?$',
    '(email|emailid|emailaddress|mobilenumber|mobile|phone|phonenumber|birthdate|dateofbirth|documentnumber|address)$',
    '^(comments|body|payload|headers|parameters|query|values|rawbody)$',
  ].join('|'),
);

/**
 * Values of `code` that may be logged: codes of our errors and of PostgreSQL's (`23505`). Other codes may be secrets,
 * such as authorization codes.
 */
const HARMLESS_CODE = /^(?:[a-z]+\/[a-z-]+|[0-9A-Z]{5})$/;

/**
 * Returns a copy for the log. Members with a sensitive name are redacted, errors are reduced, and long lists, bytes and
 * deeply nested values are shortened.
 */
export function withoutSecrets(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, loggable(key, member, DEPTH)]));
}

function loggable(key: string, value: unknown, depth: number): unknown {
  if (isError(value)) return errorRecord(value);
  if (key === 'err') return `Raised without being an error: ${typeof value}`;
  if (isSensitive(key, value)) return REDACTED;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.slice(0, ITEMS).map((item) => loggable('', item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, loggable(name, member, depth - 1)]));
}

function isSensitive(key: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false;
  if (key === 'code') return typeof value !== 'number' && !(typeof value === 'string' && HARMLESS_CODE.test(value));
  return isSensitiveName(key);
}

const known = new Map<string, boolean>();
const KNOWN_NAMES = 2_000;

/** Whether a member with this name must be redacted. Cached, because the same few names occur very often. */
function isSensitiveName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const sensitive = SENSITIVE.test(name.replace(/[^a-z0-9]/gi, '').toLowerCase());
  if (known.size < KNOWN_NAMES) known.set(name, sensitive);
  return sensitive;
}

/**
 * Patterns of secrets and personal data in any string, such as a message, a stack or a URL. Each pattern begins at a
 * word boundary or has a bounded length, so that matching takes linear time.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|DPoP)\s{1,4}[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/(?<![\w-])ey[\w-]{8,}\.[\w-]+(?:\.[\w-]*)*/g, REDACTED],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/(:\/\/[^/\s:@"]{0,256}:)[^@\s"]{1,256}@/g, `$1${REDACTED}@`],
  [/([?&](?:code|secret|state|nonce|login_hint|[a-z_]{0,32}token(?:_hint)?)=)[^&\s"\\#]+/gi, `$1${REDACTED}`],
  [
    /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,255}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,63}/gu,
    REDACTED,
  ],
  [/(?<![\w+])\+[1-9]\d(?:[ ()-]?\d){5,13}(?!\d)/g, REDACTED],
  // The format of our own secrets: 256 random bits in base64url.
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43,}(?![\w-])/g, REDACTED],
];

/** Masks secrets and personal data in a finished log line, whichever code wrote it. */
export const maskShapes = (line: string): string =>
  SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line);
