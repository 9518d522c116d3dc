import { Controller, Get, HttpException } from '@nestjs/common';
import { WithoutToken } from '../../src/shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';

describe('Metrics', () => {
  @WithoutToken('a test')
  @Controller('IdvWebServer/counted')
  class CountedController {
    @Get('things/:id')
    thing(): string {
      return 'one';
    }

    @Get('limited')
    limited(): void {
      throw new HttpException('', 429);
    }
  }

  let running: TestApplication;
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [CountedController] });
  });
  afterAll(() => running.close());

  const call = async (path: string): Promise<void> => {
    await (await fetch(running.url('idv', path))).text();
  };
  const metrics = async (from = running): Promise<string[]> => {
    const answer = await fetch(from.url('ops', '/metrics'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return (await answer.text()).split('\n');
  };
  const value = (lines: string[], series: string): number | undefined => {
    const line = lines.find((candidate) => candidate.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const requests = (route: string, status: number) =>
    `http_request_duration_seconds_count{surface="idv",method="GET",route="${route}",status="${status}"}`;

  describe('The metrics', () => {
    it('count requests by their route, whatever the ids in it', async () => {
      for (const id of ['1', '2', '3']) await call(`/IdvWebServer/counted/things/${id}`);
      expect(value(await metrics(), requests('/IdvWebServer/counted/things/:id', 200))).toBe(3);
    });

    it('count all paths that do not exist as one', async () => {
      for (const path of ['/IdvWebServer/a', '/IdvWebServer/b', '/v1/users', '/c']) await call(path);
      const lines = await metrics();
      expect(value(lines, requests('none', 404))).toBe(4);
      const missing = lines.filter((line) =>
        /^http_request_duration_seconds_count\{surface="idv".*status="404"/.test(line),
      );
      expect(missing).toHaveLength(1);
    });

    it('count callers that were told to slow down', async () => {
      await call('/IdvWebServer/counted/limited');
      expect(value(await metrics(), 'countersign_rate_limited_total{surface="idv"}')).toBe(1);
    });

    it('tell of the pool, the outbox, jobs, the audit log and the event loop', async () => {
      const lines = await metrics();
      for (const series of [
        'countersign_database_connections{state="waited_for"}',
        'countersign_outbox_events{state="waiting"}',
        'countersign_outbox_events{state="parked"}',
        'countersign_outbox_overdue_seconds',
        'countersign_audit_lag_seconds',
        'countersign_password_hashing_full_seconds_total',
        'countersign_worker_jobs{pool="password-strength",state="waiting"}',
        'nodejs_eventloop_lag_p99_seconds',
        'process_resident_memory_bytes',
      ]) {
        expect([series, value(lines, series)]).toEqual([series, expect.any(Number)]);
      }
      expect(value(lines, 'countersign_database_up')).toBe(1);
      expect(lines.some((line) => line.startsWith('countersign_jobs{kind="'))).toBe(true);
    });
  });

  describe('Without its database', () => {
    let orphaned: TestApplication;
    beforeAll(async () => {
      orphaned = await startTestApplication();
      await orphaned.database.drop();
    });
    afterAll(async () => {
      await orphaned.listeners.close();
      await orphaned.app.close();
    });

    it('the process is alive and not ready, and says what is missing', async () => {
      expect((await fetch(orphaned.url('ops', '/health/live'))).status).toBe(200);
      const ready = await fetch(orphaned.url('ops', '/health/ready'));
      expect(ready.status).toBe(503);
      expect(await ready.json()).toEqual({
        status: 'down',
        checks: { surfaces: 'up', database: 'down', migrations: 'down' },
      });
    });

    it('the metrics are still answered, and say so', async () => {
      expect(value(await metrics(orphaned), 'countersign_database_up')).toBe(0);
    });
  });

  describe('A process that is ready', () => {
    it('says so', async () => {
      const ready = await fetch(running.url('ops', '/health/ready'));
      expect(ready.status).toBe(200);
      expect(await ready.json()).toEqual({
        status: 'up',
        checks: { surfaces: 'up', database: 'up', migrations: 'up' },
      });
    });
  });
});
