import { operatorOf } from '../services/clients/administrators.service.js';
import { ClientsService } from '../services/clients/clients.service.js';
import { Database } from '../../shared/persistence/database.js';
import { attention, ok, type Finding, type ReadyCheck } from '../../shared/operations/ready-check.js';

const MOST_CLIENTS = 200;
const DAY_MS = 24 * 3_600_000;
/** They are rotated every 90 days, by a process with the surface `worker`. */
const OLD_DAYS = 100;

/** The keys that sign tokens, and whether anyone may call the management API. */
export const authReadyChecks: ReadyCheck = async ({ application }) => {
  const app = await application();
  const keys = await app.get(Database).rows<{ algorithm: string; since: Date }>(
    `SELECT algorithm, coalesce(activated_at, created_at) AS since FROM auth.signing_key
      WHERE state = 'ACTIVE' ORDER BY algorithm`,
  );
  const clients = await app.get(ClientsService).list(operatorOf('default'), '', MOST_CLIENTS);
  return [...keyFindings(keys, Date.now()), clientFinding(clients.some(({ administrator }) => administrator))];
};

function keyFindings(keys: readonly { algorithm: string; since: Date }[], now: number): Finding[] {
  if (keys.length === 0) return [ok('signing keys', 'None yet: the first use makes them.')];
  return keys.map(({ algorithm, since }) => {
    const days = Math.floor((now - since.getTime()) / DAY_MS);
    const found = `${algorithm} signs since ${days} days.`;
    const todo = 'Run a process with the surface `worker`, which rotates them.';
    return days > OLD_DAYS ? attention('signing keys', found, todo) : ok('signing keys', found);
  });
}

const clientFinding = (hasAdministrator: boolean): Finding =>
  hasAdministrator
    ? ok('clients', 'There is an administrator.')
    : attention(
        'clients',
        'None of the enterprise `default` may administer.',
        '`npm run cli -- client create --administrator --name NAME`.',
      );
