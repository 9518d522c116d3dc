import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { hasCoresApart } from './cores.mjs';

const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_connections'];

/** Describes the machine on which the measurement runs. */
export async function describeMachine(server) {
  const [{ version }] = await server.sql('postgres', `SELECT current_setting('server_version') AS version`);
  const settings = await server.sql(
    'postgres',
    `SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY('{${SETTINGS}}') ORDER BY name`,
  );
  return {
    processor: processor(),
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    postgresql: version,
    settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    coresApart: hasCoresApart,
    loadBefore: loadAverage(),
  };
}

const processor = () => cpus()[0]?.model.trim() ?? 'unknown';

/** The load average of the last minute. A high value means that other programs were running. */
const loadAverage = () => Number(loadavg()[0].toFixed(2));
