import { readPasswordHash } from './password-hash-forms.js';

const B64 = 'c2FsdHNhbHRzYWx0c2FsdA';
const BCRYPT = 'R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';

describe('A password hash', () => {
  it.each([
    ['bcrypt of cost 15', `$2b$15$${BCRYPT}`],
    ['bcrypt of cost 31', `$2b$31$${BCRYPT}`],
    ['PBKDF2 of a thousand million rounds', `$pbkdf2-sha256$1000000000$${B64}$${B64}`],
    ['PBKDF2 of a thousand million rounds by Django', `pbkdf2_sha256$1000000000$salt$${B64}`],
    ['scrypt of 2^21 blocks', `$scrypt$ln=18,r=8,p=1$${B64}$${B64}`],
    ['scrypt of an exponent of 99', `$scrypt$ln=99,r=99,p=1$${B64}$${B64}`],
    ['argon2id of 1 GiB', `$argon2id$v=19$m=1048576,t=1,p=1$${B64}$${B64}`],
    ['argon2id of 9999 passes', `$argon2id$v=19$m=65536,t=9999,p=1$${B64}$${B64}`],
  ])('that takes too long is refused: %s', (_name, given) => {
    expect(readPasswordHash(given)).toEqual({ fault: 'Takes too long to check.' });
  });

  it.each([
    ['1 MB', `$2b$12$${'a'.repeat(1_000_000)}`],
    ['a salt with other letters', `pbkdf2_sha256$1000$sälz$${B64}`],
    ['a salt with a line break', `pbkdf2_sha256$1000$salt\n$${B64}`],
    ['half a bcrypt', `$2b$12$${BCRYPT.slice(20)}`],
    ['bcrypt of cost 3', `$2b$03$${BCRYPT}`],
    ['a hash of three bytes', `$pbkdf2-sha256$1000$${B64}$AAAA`],
    ['a salt of three bytes', `$pbkdf2-sha256$1000$AAAA$${B64}`],
    ['no rounds', `$pbkdf2-sha256$0$${B64}$${B64}`],
    ['scrypt with an N beyond its r', `$scrypt$ln=17,r=1,p=1$${B64}$${B64}`],
    ['argon2id with a member that is not known', `$argon2id$v=19$m=64,t=1,p=1,keyid=AAAA$${B64}$${B64}`],
    ['SSHA without a salt', `{SSHA}${Buffer.alloc(20).toString('base64')}`],
    ['nothing', ''],
    ['a password', 'correct horse'],
  ])('that cannot be checked is refused: %s', (_name, given) => {
    const read = readPasswordHash(given);
    expect(read).toEqual({ fault: expect.stringMatching(/^(Must|Has too short|Takes)/) });
    if (given) expect(JSON.stringify(read)).not.toContain(given);
  });

  it.each([
    ['$6$rounds=5000$salt$abc', 'sha512-crypt'],
    ['$P$B12345678abcdefghijklmnopqrstuv', 'phpass'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'bare digest'],
    ['{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=', 'without a salt'],
  ])('is named by its form alone when that is not taken over: %s', (given, name) => {
    const read = readPasswordHash(given);
    expect(read).toEqual({ fault: expect.stringContaining(name) });
    expect(JSON.stringify(read)).not.toContain(given);
  });

  it('keeps only its first block when it is of PBKDF2, which is all that is checked', () => {
    const long = Buffer.alloc(64, 7).toString('base64');
    const kept = `$pbkdf2-sha1$i=1000$${B64}$${Buffer.alloc(20, 7).toString('base64').replace('=', '')}`;
    expect(readPasswordHash(`$pbkdf2-sha1$1000$${B64}$${long}`)).toEqual({ hash: kept });
  });
});
