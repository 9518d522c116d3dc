import { QueryFailedError } from 'typeorm';
import { NestLogs } from './nest-logs.js';
import { createLogWriter } from './log-writer.js';
import { KernelErrors } from '../../kernel/index.js';

const lines: string[] = [];
const logs = new NestLogs(
  createLogWriter({ logLevel: 'trace', logFormat: 'json', nodeEnv: 'test' }, { write: (line) => lines.push(line) }),
);
const logged = (...what: Parameters<NestLogs['warn']>): string => {
  lines.length = 0;
  logs.warn(...what);
  return lines.join('');
};
const entry = (...what: Parameters<NestLogs['warn']>): Record<string, unknown> => JSON.parse(logged(...what));

const SECRET = 'Zq3f0Jm7Yx1Vw9Rk5Tn2Bc8Hd4Lg6Ps0Au7Ee3Oi1Wm';

describe('A log entry', () => {
  it('says when, how severe, who speaks, what, and the facts', () => {
    expect(entry({ event: 'e1', attempts: 3 }, 'An event was parked', 'OutboxRelay')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      context: 'OutboxRelay',
      msg: 'An event was parked',
      event: 'e1',
      attempts: 3,
    });
  });

  it.each([
    ['password', { password: SECRET }],
    ['passwordHash', { passwordHash: SECRET }],
    ['new_password', { new_password: SECRET }],
    ['clientSecret', { client: { clientSecret: SECRET } }],
    ['Authorization', { headers: { Authorization: SECRET } }],
    ['set-cookie', { list: [{ 'set-cookie': [SECRET] }] }],
    ['accessToken', { accessToken: SECRET }],
    ['web_session_id', { web_session_id: SECRET }],
    ['emailId', { user: { emailId: SECRET } }],
    ['mobileNumber', { mobileNumber: SECRET }],
    ['firstName', { firstName: SECRET }],
    ['body', { body: { anything: SECRET } }],
    ['code', { code: SECRET }],
    ['activation_code', { activation_code: 'ABCDEFGH23' }],
  ])('hides a member called %s', (_name, facts) => {
    const line = logged(facts, 'text', 'Somebody');
    expect(line).toContain('[redacted]');
    expect(line).not.toMatch(/Zq3f0Jm7|ABCDEFGH23/);
  });

  it.each([
    ['a JWT', 'got eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl from it', 'eyJ'],
    ['a bearer header', 'header was Bearer abcdefgh12345678', 'abcdefgh12345678'],
    ['a webhook secret', 'uses whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqr'],
    ['an e-mail address', 'no user jané.doe+x@mail.example.org here', 'doe'],
    ['a phone number', 'sent to +49 170 1234567 today', '1234567'],
    ['a token in a URL', 'GET /IdvWebServer/idvRegistration.htm?token=short1&x=2', 'short1'],
    ['the password of a URL', 'cannot reach postgres://bank:hunter2@db/name', 'hunter2'],
    ['a secret of ours', `looked for ${SECRET} in vain`, SECRET],
  ])('hides %s inside a text', (_name, text, secret) => {
    expect(logged(text)).toContain('[redacted]');
    expect(logged(text)).not.toContain(secret);
  });

  it('leaves alone what only resembles a secret', () => {
    const facts = {
      code: 'users/not-found',
      requestId: '018f2f6e-7c1d-7a3b-9c4d-5e6f708192a3',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      route: '/v1/users/:userId',
      at: '2026-11-21T02:36:05.123+02:00',
    };
    expect(entry(facts, 'text')).toMatchObject(facts);
  });

  it('keeps nothing of a failed query but its reason', () => {
    const refused = Object.assign(new Error('invalid input syntax for type uuid: "Marker-In-Message"'), {
      code: '22P02',
      severity: 'ERROR',
      detail: 'Key (email)=(Marker-In-Detail) already exists.',
      where: 'unnamed portal parameter $1 = Marker-In-Where',
    });
    const error = new QueryFailedError('INSERT INTO t VALUES ($1, Marker-In-Query)', ['Marker-In-Parameters'], refused);
    const line = logged(error);
    expect(line).not.toContain('Marker');
    expect(JSON.parse(line).err).toMatchObject({
      type: 'QueryFailedError',
      code: '22P02',
      message: 'invalid input syntax for type uuid',
      stack: expect.stringMatching(/^\s+at /),
    });
  });

  it('tells what caused an error, and the code of one of ours', () => {
    const error = new Error('the outer one', { cause: KernelErrors.notFound('nothing there') });
    expect(entry(error, 'failed', 'Somebody')).toMatchObject({
      msg: 'failed',
      err: { message: 'the outer one', cause: { code: 'kernel/not-found', message: 'nothing there' } },
    });
  });

  it('survives what has no end and what JSON cannot hold', () => {
    const circle: Record<string, unknown> = { big: 10n, bytes: Buffer.from(SECRET) };
    circle['self'] = circle;
    const line = logged(circle, 'text');
    expect(line).toContain('"big":"10"');
    expect(line).toContain(`[${SECRET.length} bytes]`);
  });
});
