import { errorRecord, isError } from './error-record.js';

const REDACTED = '[redacted]';
const TOO_DEEP = '[…]';
const DEPTH = 6;
const ITEMS = 50;

/** Names that hold a secret, a token or personal data, whatever case and separators they are written with. */
const SENSITIVE = new RegExp(
  [
    '(password|passphrase|secret|secrets|token|tokens|authorization|cookie|cookies|credential|credentials|apikey)$',
    '(privatekey|encryptionkeys?|signingkey|sealingkey|assertion|verifier|otp|dpop|jwks?|websessionid|handle)$',
    '^(activation|predefined|user|authorization)code$',
    '^(first|last|middle|given|family|full|sur)names?$',
    '(email|emailid|emailaddress|mobilenumber|mobile|phone|phonenumber|birthdate|dateofbirth|documentnumber|address)$',
    '^(comments|body|payload|headers|parameters|query|values|rawbody)$',
  ].join('|'),
);

/** `code` names our errors, those of PostgreSQL (`23505`), and what people and clients exchange for access. */
const HARMLESS_CODE = /^(?:[a-z]+\/[a-z-]+|[0-9A-Z]{5})$/;

/** A copy to log: sensitive members hidden by name, errors cut to what may be told, anything endless cut short. */
export function withoutSecrets(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tellable(key, member, DEPTH)]));
}

function tellable(key: string, value: unknown, depth: number): unknown {
  if (isError(value)) return errorRecord(value);
  if (isSensitive(key, value)) return REDACTED;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.slice(0, ITEMS).map((item) => tellable('', item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tellable(name, member, depth - 1)]));
}

function isSensitive(key: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false;
  if (key === 'code') return typeof value !== 'number' && !(typeof value === 'string' && HARMLESS_CODE.test(value));
  return SENSITIVE.test(key.replace(/[^a-z0-9]/gi, '').toLowerCase());
}

/** What secrets and personal data look like, wherever they stand: in a message, a stack, a URL. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\bey[\w-]{8,}\.[\w-]+(?:\.[\w-]*)*/g, REDACTED],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/(:\/\/[^/\s:@"]*:)[^@\s"]+@/g, `$1${REDACTED}@`],
  [/([?&](?:token|code|secret|state|nonce|login_hint|id_token_hint|[a-z_]*token)=)[^&\s"\\#]+/gi, `$1${REDACTED}`],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu, REDACTED],
  [/(?<![\w+])\+[1-9]\d(?:[ ()-]?\d){5,13}(?!\d)/g, REDACTED],
  // 256 random bits in base64url, as every secret of ours is written.
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43,}(?![\w-])/g, REDACTED],
];

/** The last look at a finished line, whoever wrote it. */
export const maskShapes = (line: string): string =>
  SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line);
