import { Body, Controller, Get, Logger, Param, Post } from '@nestjs/common';
import { UserErrors } from '../../src/users/contract/index.js';
import { createLogWriter, NestLogs } from '../../src/shared/observability/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import { WithoutToken } from '../../src/shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';

describe('Logs', () => {
  /** Each would betray itself by this word, whatever it is wrapped in. */
  const MARK = 'Marked';
  const TOKEN = `${MARK}0Tq7eYb3Kz9Wf2Rm5Xv8Ld1Hs4Jp6Nc0Ga7Ue3Oi1`;
  const EMAIL = `jane.${MARK}@example.com`;

  /** Everything that a careless program might do with what it was sent. */
  @WithoutToken('a test')
  @Controller('IdvWebServer/careless')
  class CarelessController {
    readonly #log = new Logger('Careless');

    constructor(private readonly db: Database) {}

    @Post('body')
    body(@Body() body: unknown): void {
      this.#log.log({ body }, 'Received');
      this.#log.warn({ user: body, cause: new Error(`Could not use ${EMAIL}`) }, `Told ${EMAIL}`);
    }

    @Get('sessions/:token')
    session(@Param('token') token: string): void {
      throw UserErrors.notFound(`No session ${token}`, { token });
    }

    @Get('database')
    async database(): Promise<void> {
      await this.db.rows(`CREATE TABLE IF NOT EXISTS careless (email text PRIMARY KEY)`);
      for (let twice = 0; twice < 2; twice++) await this.db.rows('INSERT INTO careless VALUES ($1)', [EMAIL]);
    }

    @Get('query')
    async query(): Promise<void> {
      await this.db.dataSource.query(`SELECT $1::uuid`, [`${MARK}-as-a-parameter`]);
    }
  }

  let running: TestApplication;
  const lines: string[] = [];
  const entries = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));
  const finished = (text: string) =>
    entries().find(({ context, msg }) => context === 'Request' && String(msg).includes(text));

  const call = async (path: string, init: RequestInit = {}, surface: 'idv' | 'ops' | 'management' = 'idv') => {
    const answer = await fetch(running.url(surface, path), init);
    await answer.text();
    return answer;
  };

  beforeAll(async () => {
    running = await startTestApplication({ controllers: [CarelessController] });
    const to = { write: (line: string) => void lines.push(line) };
    Logger.overrideLogger(
      new NestLogs(createLogWriter({ logLevel: 'trace', logFormat: 'json', nodeEnv: 'production' }, to)),
    );
  });
  afterAll(() => running.close());
  beforeEach(() => void lines.splice(0));

  describe('The log of requests', () => {
    it('has one entry for each, with its route, status, time and ids', async () => {
      await call('/IdvWebServer/careless/sessions/abc', {
        headers: {
          'x-request-id': 'my-request',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        },
      });
      expect(finished('GET')).toEqual({
        level: 'warn',
        time: expect.any(String),
        context: 'Request',
        msg: 'GET /IdvWebServer/careless/sessions/:token 404',
        method: 'GET',
        surface: 'idv',
        route: '/IdvWebServer/careless/sessions/:token',
        status: 404,
        ms: expect.any(Number),
        requestId: 'my-request',
        traceId: '0af7651916cd43dd8448eb211c80319c',
      });
    });

    it('is severe in the measure of the status, and quiet about probes', async () => {
      await call('/IdvWebServer/careless/body', { method: 'POST' });
      await call('/IdvWebServer/careless/query');
      await call('/health/live', {}, 'ops');
      expect(finished('/body')).toMatchObject({ level: 'info', status: 201 });
      expect(finished('/query')).toMatchObject({ level: 'error', status: 500 });
      expect(finished('/health/live')).toMatchObject({ level: 'debug', status: 200 });
    });

    it('has an entry for what the gate turned away, too', async () => {
      await call(`/v1/users/${TOKEN}`);
      expect(finished('/v1/users/*')).toMatchObject({ status: 404, surface: 'idv', path: '/v1/users/*' });
    });
  });

  describe('No secret and nothing personal', () => {
    const JSON_HEADERS = { 'content-type': 'application/json' };
    const body = JSON.stringify({
      userId: 'u1',
      firstName: MARK,
      emailId: EMAIL,
      deep: [{ new_password: TOKEN, activation_code: MARK, clientSecret: TOKEN, note: `for ${EMAIL}` }],
    });

    it.each<[string, string, RequestInit, ('management' | 'idv')?]>([
      ['a body', '/IdvWebServer/careless/body', { method: 'POST', headers: JSON_HEADERS, body }],
      [
        'a broken body',
        '/IdvWebServer/careless/body',
        { method: 'POST', headers: JSON_HEADERS, body: `{"a": "${TOKEN}` },
      ],
      ['a token in the path', `/IdvWebServer/careless/sessions/${TOKEN}`, {}],
      ['a token in the query', `/IdvWebServer/idvRegistration.htm?token=${MARK}`, {}],
      ['a path that nobody knows', `/IdvWebServer/unknown/${MARK}/${EMAIL}`, {}],
      ['an access token', '/v1/users/u1', { headers: { authorization: `Bearer ${TOKEN}` } }, 'management'],
      ['basic credentials', '/v1/users/u1', { headers: { authorization: `Basic ${btoa(TOKEN)}` } }, 'management'],
      ['a cookie', '/IdvWebServer/careless/sessions/x', { headers: { cookie: `__Host-cs-idv-session=${TOKEN}` } }],
      ['a duplicate in the database', '/IdvWebServer/careless/database', {}],
      ['a parameter of a query', '/IdvWebServer/careless/query', {}],
    ])('gets into the log from %s', async (_what, path, init, surface = 'idv') => {
      await call(path, init, surface);
      expect(entries().some(({ context }) => context === 'Request')).toBe(true);
      expect(lines.join('')).not.toMatch(new RegExp(`${MARK}|${btoa(TOKEN).slice(0, 12)}`, 'i'));
    });
  });
});
