import { readPasswordHash } from '../../../shared/security/index.js';
import { fitsForeignHash, isForeignHash } from './foreign-hashes.verifier.js';
import { verify } from '@node-rs/argon2';

/** The password of all hashes below. Each was created by the named software. */
const PASSWORD = 'Pässwort ½ – old';

const hashes = {
  'Passlib, PBKDF2-SHA-256': '$pbkdf2-sha256$1000$Y.x9jzEmhBAi5Fyrtfb.Hw$qlDL1mKVJankNCjirWH4RDR8sQ6/iJO9JO93MdknItc',
  'Passlib, PBKDF2-SHA-1': '$pbkdf2$1000$.X.vda71/n8PoXTuHYOQ8g$vEzQhWSVC.QUAwM1V93JQDyCIUo',
  'Passlib, PBKDF2-SHA-512':
    '$pbkdf2-sha512$1000$3junVAqBsJZy7j0HgHDuHQ$7.MNG4N2oe3y9XW9VbhWFXVmEDWWdPk8tMpYfz1Riuok2rjQ175Xa5vUGmymVrZ2PTq1fviRZ/KJn2miJ1UJOg',
  'Passlib, scrypt': '$scrypt$ln=6,r=8,p=1$uXdOyXlPyXmvlRKidE4JAQ$5dN/hNq8WRd1M/i2t/be/FPJgQenBnsEkuRzh0Ii9Kc',
  'PHP, bcrypt': '$2y$04$nhSo8TeVwAWRoxkXZq3rO.7WOhzKaFbzNP5Ix6FfFoxDxaMsMqdNG',
  'bcrypt of before 2014': '$2a$04$KwvlgLDshu./MUgSrYhM2uX3tydI5cng1WjsLd9yIMKkGzi6j61C6',
  'OpenLDAP, SSHA': '{SSHA}QRw4qdlPHTwAinQw9y8NupaeccLiHMO4',
  'OpenLDAP, SSHA-256': '{SSHA256}3Rzwf6b18YcZk8GSDD3iCWhwr6NXg8GN7dve3Qe1WbekNAbgHGNszQ==',
  'OpenLDAP, bcrypt': '{CRYPT}$2y$04$nhSo8TeVwAWRoxkXZq3rO.7WOhzKaFbzNP5Ix6FfFoxDxaMsMqdNG',
  argon2i: '$argon2i$v=19$m=64,t=1,p=1$AmBsTWmNEYJwzplzjjGGEA$J8B/7CpZ7lQgcd4pK7AFrnvmycvM+mDYyrM4WZVjPvo',
  'Django, PBKDF2': 'pbkdf2_sha256$1000$saltsaltsalt$0B+rM2kso+Jtil8nPty2cM+HL5YMbRZrHagFuUmSKhg=',
  'Django, bcrypt': 'bcrypt$$2b$04$sur3HVEAQ.NMVnhZMdhbfepnEeABHU63QjaPafiDe3cOigTX1RJ6.',
  'Werkzeug, PBKDF2':
    'pbkdf2:sha256:1000$8CN0IkRbrfSgJGiy$6a53f30fd389695cf5fe937d3234ffc3727b166efef2fd6daebeb8d01a3f8485',
  'Werkzeug, scrypt':
    'scrypt:2048:8:1$abcdEFGH12345678$9072c2cbcd236b903618b6e1ca59767ea24ce5a426056bfec335e6daebd87c732bbd49e5fd4dab6f58c9a784a4ad55383a96109ff3a3649a8ada9c58d73e987b',
};
const ours = {
  argon2id: '$argon2id$v=19$m=64,t=1,p=1$PgdAaG2NUUoJAUDIuVeKEQ$xDzV8WY4VHM0BXQ7k0QZZVT/X+83FD3awsMo4MVCbPQ',
  'Django, argon2id': 'argon2$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$PEBWwHEdJ0ih2q+xV3fe6aS05+LMECcfrlWULPn2G/o',
};

const keptOf = (given: string): string => {
  const read = readPasswordHash(given);
  if ('fault' in read) throw new Error(read.fault);
  return read.hash;
};

describe('A password hash of another system', () => {
  it.each(Object.entries(hashes))('fits its password and no other: %s', async (_name, given) => {
    const kept = keptOf(given);
    expect(isForeignHash(kept)).toBe(true);
    expect(keptOf(kept)).toBe(kept);
    expect(await fitsForeignHash(kept, PASSWORD)).toBe(true);
    expect(await fitsForeignHash(kept, `${PASSWORD}.`)).toBe(false);
  });

  it.each(Object.entries(ours))('is checked like ours: %s', async (_name, given) => {
    const kept = keptOf(given);
    expect(isForeignHash(kept)).toBe(false);
    expect(await verify(kept, PASSWORD)).toBe(true);
  });

  it('fits a password that was hashed in the normal form, however it is typed', async () => {
    const kept = keptOf('$pbkdf2-sha256$i=1000$c2FsdHNhbHQ$7mw+gx1jMVniNdYo3+hFTM4qUhIy12MtKs+l6CKcgvg');
    expect(await fitsForeignHash(kept, 'e\u0301te\u0301')).toBe(true);
  });

  it('that is broken inside fits nothing, and breaks nothing', async () => {
    expect(await fitsForeignHash(`$2b$04$${'9'.repeat(53)}`, PASSWORD)).toBe(false);
  });
});
