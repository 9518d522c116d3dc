import pg from 'pg';
import { within } from '../../jobs/index.js';
import { type ConnectWakeUps, PATIENCE_MS, type WakeUpConnection } from './kept-connection.js';

const CHANNEL = 'countersign_signal';
const WATCHED = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, keepAlive: true };

/** Wakes other processes with LISTEN and NOTIFY, on a connection outside the pool. */
export const wakeUpsByPostgres =
  (config: pg.ClientConfig): ConnectWakeUps =>
  async (onWake) => {
    const client = new pg.Client({ ...config, ...WATCHED });
    const lost = new Promise<undefined>((resolve) => client.once('end', () => resolve(undefined)));
    client.on('error', () => undefined); // nothing to do: the event `end` follows each error, and resolves `lost`
    try {
      await client.connect();
      await listen(client, onWake);
    } catch (error) {
      await within(PATIENCE_MS, client.end());
      throw error;
    }
    return connectionOf(client, lost);
  };

async function listen(client: pg.Client, onWake: () => void): Promise<void> {
  const { rows } = await client.query<{ me: number }>('SELECT pg_backend_pid() AS me');
  client.on('notification', ({ processId }) => {
    if (processId !== rows[0]?.me) onWake();
  });
  await client.query(`LISTEN ${CHANNEL}`);
}

const connectionOf = (client: pg.Client, lost: Promise<undefined>): WakeUpConnection => ({
  lost,
  notify: () => client.query('SELECT pg_notify($1, $2)', [CHANNEL, '']),
  end: () => client.end(),
});
