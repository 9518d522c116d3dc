/**
 * The result of reading a password hash from another system: the hash in the canonical form in which it is stored, or
 * the reason why it is refused. The canonical forms are PHC strings, `$2b$…` for bcrypt, and `{SSHA…}` for salted
 * digests of LDAP.
 */
export type ReadPasswordHash = { readonly hash: string } | { readonly fault: string };

export const LONGEST_PASSWORD_HASH = 512;

/** Maximum cost of checking one password. At these limits, a check takes about a second on one core. */
const hashCosts = {
  bcryptCost: 14,
  pbkdf2Rounds: 1_500_000,
  /** Maximum of `N × r × p` for scrypt. A check needs `N × r / 8` KiB of memory, so it needs at most 128 MiB. */
  scryptBlocks: 2 ** 20,
  argon2Kib: 2 ** 18,
  /** For Argon2, the maximum memory in KiB, multiplied by the number of passes. */
  argon2Work: 2 ** 20,
} as const;

const UNKNOWN =
  'Must be a password hash of argon2id, argon2i, bcrypt, PBKDF2, scrypt or SSHA, in a documented form, and complete.';
const COSTLY = 'Takes too long to check.';
const WEAK = 'Has too short a salt or hash.';

/** Known formats that are refused. Error messages contain the name of the format, but never the hash. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^\$1\$/, 'md5-crypt'],
  [/^\$5\$/, 'sha256-crypt'],
  [/^\$6\$/, 'sha512-crypt'],
  [/^\$(y|gy|7)\$/, 'yescrypt'],
  [/^\$argon2d\$/, 'argon2d'],
  [/^\$[PH]\$/, 'phpass'],
  [/^\$apr1\$/, 'apr1'],
  [/^\{(S?MD5|SHA(256|384|512)?|CLEARTEXT)\}/i, 'a digest without a salt, or MD5'],
  [/^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i, 'a bare digest'],
];

/** Converts a hash that another system has exported to the canonical form. */
export function readPasswordHash(given: string): ReadPasswordHash {
  if (given.length > LONGEST_PASSWORD_HASH) return { fault: `Must have at most ${LONGEST_PASSWORD_HASH} characters.` };
  const text = given.replace(/^\{(ARGON2|BCRYPT|CRYPT)\}/i, '').replace(/^(argon2|bcrypt)\$(?=\$|argon2)/, withDollar);
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(text);
    if (found) return read(found.slice(1));
  }
  const refused = REFUSED.find(([pattern]) => pattern.test(text));
  return { fault: refused ? `Is ${refused[1]}, which cannot be taken over. ${UNKNOWN}` : UNKNOWN };
}

/** Restores the beginning of a hash from Django, which writes `argon2$argon2id$…` and `bcrypt$$2b$…`. */
const withDollar = (_found: string, name: string): string => (name === 'argon2' ? '$' : '');

/** The digests of PBKDF2 and their lengths in bytes. */
const pbkdf2Digests = { sha1: 20, sha256: 32, sha512: 64 } as const;
type Pbkdf2Digest = keyof typeof pbkdf2Digests;

interface Pbkdf2Hash {
  readonly digest: string;
  readonly rounds: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Returns a PBKDF2 hash in the canonical form, or why it is refused. */
export function pbkdf2Form({ digest, rounds, salt, hash }: Pbkdf2Hash): ReadPasswordHash {
  if (!isPbkdf2Digest(digest)) return { fault: UNKNOWN };
  if (!Number.isInteger(rounds) || rounds < 1) return { fault: UNKNOWN };
  if (rounds > hashCosts.pbkdf2Rounds) return { fault: COSTLY };
  // The first PBKDF2 block, which is as long as the digest, does not depend on the others and suffices for a check.
  const first = hash.subarray(0, pbkdf2Digests[digest]);
  return whole(salt, first, `$pbkdf2-${digest}$i=${rounds}`);
}

const isPbkdf2Digest = (name: string): name is Pbkdf2Digest => Object.hasOwn(pbkdf2Digests, name);

/**
 * Refuses salts and hashes that are too short. A hash of 4 bytes, for example, would match one in four billion
 * passwords.
 */
function whole(salt: Buffer, hash: Buffer, head: string): ReadPasswordHash {
  if (salt.length < 4 || salt.length > 128 || hash.length < 16 || hash.length > 64) return { fault: WEAK };
  return { hash: `${head}$${unpadded(salt)}$${unpadded(hash)}` };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
/** Decodes Base64, including Passlib's variant, which uses a full stop instead of the plus sign. */
const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll('.', '+'), 'base64');

type Form = readonly [RegExp, (parts: readonly string[]) => ReadPasswordHash];

const B64 = '[A-Za-z0-9+/.]+={0,2}';
const pattern = (source: string): RegExp => new RegExp(`^${source}$`);

const FORMS: readonly Form[] = [
  [
    pattern(`\\$(argon2id?)\\$v=(16|19)\\$m=(\\d{1,7}),t=(\\d{1,4}),p=(\\d{1,3})\\$(${B64})\\$(${B64})`),
    ([type, version, memory, passes, lanes, salt, hash]) => {
      const [m, t, p] = [Number(memory), Number(passes), Number(lanes)];
      if (m > hashCosts.argon2Kib || m * t > hashCosts.argon2Work || p > 64) return { fault: COSTLY };
      if (t < 1 || p < 1 || m < 8 * p) return { fault: UNKNOWN };
      const bytes = bytesOf(salt ?? '');
      if (bytes.length < 8) return { fault: WEAK };
      return whole(bytes, bytesOf(hash ?? ''), `$${type}$v=${version}$m=${m},t=${t},p=${p}`);
    },
  ],
  [
    pattern('\\$2[aby]\\$(\\d\\d)\\$([./A-Za-z0-9]{53})'),
    ([cost, rest]) => {
      if (Number(cost) > hashCosts.bcryptCost) return { fault: COSTLY };
      return Number(cost) < 4 ? { fault: UNKNOWN } : { hash: `$2b$${cost}$${rest}` };
    },
  ],
  [
    pattern(`\\$pbkdf2(?:-(sha1|sha256|sha512))?\\$(?:i=)?(\\d{1,10})(?:,l=\\d{1,3})?\\$(${B64})\\$(${B64})`),
    ([digest, rounds, salt, hash]) =>
      pbkdf2Form({
        digest: digest || 'sha1',
        rounds: Number(rounds),
        salt: bytesOf(salt ?? ''),
        hash: bytesOf(hash ?? ''),
      }),
  ],
  [
    // The format of Django.
    pattern(`pbkdf2_(sha1|sha256|sha512)\\$(\\d{1,10})\\$([!-#%-~]{1,128})\\$(${B64})`),
    ([digest = '', rounds, salt = '', hash = '']) =>
      pbkdf2Form({ digest, rounds: Number(rounds), salt: Buffer.from(salt), hash: bytesOf(hash) }),
  ],
  [
    // The format of Werkzeug, which Flask uses.
    pattern('pbkdf2:(sha1|sha256|sha512):(\\d{1,10})\\$([!-#%-~]{1,128})\\$((?:[0-9a-f]{2}){16,64})'),
    ([digest = '', rounds, salt = '', hash = '']) =>
      pbkdf2Form({ digest, rounds: Number(rounds), salt: Buffer.from(salt), hash: Buffer.from(hash, 'hex') }),
  ],
  [
    pattern(`\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})\\$(${B64})\\$(${B64})`),
    ([ln, r, p, salt = '', hash = '']) => scryptForm([Number(ln), Number(r), Number(p)], bytesOf(salt), bytesOf(hash)),
  ],
  [
    // The format of Werkzeug, which Flask uses.
    pattern('scrypt:(\\d{1,7}):(\\d{1,2}):(\\d{1,2})\\$([!-#%-~]{1,128})\\$((?:[0-9a-f]{2}){16,64})'),
    ([n, r, p, salt = '', hash = '']) =>
      scryptForm([Math.log2(Number(n)), Number(r), Number(p)], Buffer.from(salt), Buffer.from(hash, 'hex')),
  ],
  [
    /^\{SSHA(256|384|512)?\}([A-Za-z0-9+/]+={0,2})$/i,
    ([size = '', base64 = '']) => {
      const bytes = bytesOf(base64);
      const length = size ? Number(size) / 8 : 20;
      const read = whole(bytes.subarray(length), bytes.subarray(0, length), '');
      return 'fault' in read ? read : { hash: `{SSHA${size}}${bytes.toString('base64')}` };
    },
  ],
];

function scryptForm([ln, r, p]: readonly [number, number, number], salt: Buffer, hash: Buffer): ReadPasswordHash {
  // RFC 7914 requires N to be less than 2 to the power of 16 × r.
  if (!Number.isInteger(ln) || ln < 1 || r < 1 || p < 1 || ln >= 16 * r) return { fault: UNKNOWN };
  if (2 ** ln * r * p > hashCosts.scryptBlocks) return { fault: COSTLY };
  return whole(salt, hash, `$scrypt$ln=${ln},r=${r},p=${p}`);
}
