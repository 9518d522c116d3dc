import { Counter, Gauge, Registry } from 'prom-client';
import type { Report } from '../../shared/operations/health.js';
import { joined } from './joined-reports.js';

const up: Report = { status: 'up', checks: { surfaces: 'up', database: 'up' } };

describe('The health of all processes', () => {
  it('is up when each is', async () => {
    await expect(joined.health([up, up], 2)).resolves.toEqual({
      status: 'up',
      checks: { processes: 'up', surfaces: 'up', database: 'up' },
    });
  });

  it('is down when one is, and says in what', async () => {
    const down: Report = { status: 'down', checks: { surfaces: 'up', database: 'down' } };
    await expect(joined.health([up, down], 2)).resolves.toEqual({
      status: 'down',
      checks: { processes: 'up', surfaces: 'up', database: 'down' },
    });
  });

  it('is down when one does not answer', async () => {
    await expect(joined.health([up, undefined], 2)).resolves.toMatchObject({
      status: 'down',
      checks: { processes: 'down' },
    });
  });

  it('is up while one is started again, and says so', async () => {
    await expect(joined.health([up], 2)).resolves.toMatchObject({ status: 'up', checks: { processes: 'down' } });
  });
});

describe('The metrics of all processes', () => {
  async function metricsWith(counted: number, inDatabase: number) {
    const registry = new Registry();
    new Counter({ name: 'requests_total', help: 'Requests.', registers: [registry] }).inc(counted);
    const registers = [registry];
    new Gauge({ name: 'waiting', help: 'Waiting.', aggregator: 'max', registers }).set(inDatabase);
    return registry.getMetricsAsJSON();
  }

  it('are sums, but what all read from the same place counts once', async () => {
    const page = await joined.metrics([await metricsWith(2, 5), undefined, await metricsWith(3, 5)], 3);
    expect(page).toContain('requests_total 5');
    expect(page).toContain('waiting 5');
  });
});
