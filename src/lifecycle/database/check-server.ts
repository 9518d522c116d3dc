import pg from 'pg';
import type { DatabaseAddress } from '../../../ormconfig.js';
import { sqlState } from '../../shared/persistence/database.js';
import { StartRefused } from '../start-refused.js';

const OLDEST_VERSION = 15;
const PATIENCE_MS = 10_000;

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly knows_letters: boolean;
}

/** Whether the database is there, new enough, and knows more letters than those of English. */
export async function checkServer(address: DatabaseAddress): Promise<void> {
  const { version, encoding, knows_letters: knowsLetters } = await ask(address);
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_VERSION) {
    throw new StartRefused(`The database is PostgreSQL ${major}; version ${OLDEST_VERSION} or later is needed.`);
  }
  if (encoding !== 'UTF8') throw new StartRefused(`The database is encoded in ${encoding}; it must be UTF8.`);
  if (!knowsLetters) {
    throw new StartRefused(
      'The database has a locale that cannot fold the case of letters such as Ä, so that searches would miss names. ' +
        "Create it with LOCALE 'C.UTF-8', or that of a language in UTF-8.",
    );
  }
}

async function ask(address: DatabaseAddress): Promise<Facts> {
  const client = new pg.Client({ ...driverOptions(address), connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined); // told by the query that fails
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
              'Ä' ILIKE 'ä' AS knows_letters`,
    );
    if (!rows[0]) throw new Error('The database answers nothing');
    return rows[0];
  } catch (error) {
    throw unreachable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const driverOptions = (address: DatabaseAddress): pg.ClientConfig =>
  'url' in address ? { connectionString: address.url } : { ...address, user: address.username };

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its host and port',
  ENOENT: 'its socket is not there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up at the moment',
  ETIMEDOUT: 'its host does not answer',
  '28P01': 'it refuses the user name or the password',
  '28000': 'it refuses this user from here',
  '3D000': 'it has no database of that name',
  '57P03': 'it is still starting',
  '53300': 'it has no connection left',
};

/** The driver's own words may repeat the URL, and with it the password. */
function unreachable(error: unknown): StartRefused {
  const code = sqlState(error) ?? '';
  const reason = REASONS[code] ?? (code ? `it answers ${code}` : 'it does not answer as PostgreSQL does');
  return new StartRefused(`The database that DATABASE_URL names cannot be used: ${reason}.`);
}
