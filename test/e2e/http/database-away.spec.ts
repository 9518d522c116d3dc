import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { WithoutToken } from '../../../src/shared/auth-guard/index.js';
import { IdempotentPost } from '../../../src/shared/http/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { startOnCable, type Cable, type OnCable } from '../../support/cable.js';
import { call } from '../../support/raw-http.js';
import { until } from '../../integration/support/until.js';
import { ThingsController } from './things.js';

let losesDatabase = false;

@WithoutToken('a test')
@Controller('v1/effects')
class EffectsController {
  constructor(private readonly uow: UnitOfWork) {}

  @IdempotentPost()
  write(): Promise<void> {
    return this.uow.run(async (tx) => {
      if (!losesDatabase) return;
      await cable.pull();
      await tx.rows('SELECT 1').catch(() => undefined); // until the loss is known
    });
  }
}

let onCable: OnCable;
let cable: Cable;
let running: TestApplication;

const ask = async (path = '/v1/things/context', method = 'GET') => {
  const { status, headers, text } = await call(running.url('management'), path, { method });
  if (text === '') return { status };
  return { status, code: JSON.parse(text).code, retryAfter: headers['retry-after'] };
};

describe('Database away', () => {
  beforeAll(async () => {
    onCable = await startOnCable({
      controllers: [ThingsController, EffectsController],
      env: { DATABASE_POOL: '2', DATABASE_STATEMENT_TIMEOUT: '1' },
    });
    ({ running, cable } = onCable);
  });
  afterAll(() => onCable.close());

  describe('Without its database, a route', () => {
    it('is not available for the moment, and is again once the database is back', async () => {
      expect(await ask()).toMatchObject({ status: 200 });
      await cable.pull();
      for (let i = 0; i < 3; i++) {
        expect(await ask()).toEqual({ status: 503, code: 'kernel/unavailable', retryAfter: '2' });
      }
      await cable.plug();
      expect(await ask()).toMatchObject({ status: 200 });
    });

    it('is not available when it loses the database in the middle of a transaction', async () => {
      expect(await ask('/v1/effects', 'POST')).toEqual({ status: 201 });
      losesDatabase = true;
      expect(await ask('/v1/effects', 'POST')).toEqual({ status: 503, code: 'kernel/unavailable', retryAfter: '2' });
      await cable.plug();
      losesDatabase = false;
      expect(await ask('/v1/effects', 'POST')).toEqual({ status: 201 });
    });

    it('is not available when the database falls silent, and is again when another one answers in its place', async () => {
      expect(await ask()).toMatchObject({ status: 200 });
      cable.hush();
      expect(await ask()).toEqual({ status: 503, code: 'kernel/unavailable', retryAfter: '2' });
      await until(async () => (await ask()).status === 200);
    });

    it('is not available either while every connection is taken', async () => {
      const { pool } = running.app.get(Database);
      const taken: PoolClient[] = [];
      try {
        while (taken.length < 2) taken.push(await pool.connect());
        expect(await ask()).toEqual({ status: 503, code: 'kernel/unavailable', retryAfter: '2' });
      } finally {
        for (const connection of taken) connection.release();
      }
      expect(await ask()).toMatchObject({ status: 200 });
    });
  });
});
