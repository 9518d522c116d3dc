import { ClientRepository } from './client/client.repository.js';
import type { Client } from './client/client.entity.js';
import { isClaimedHttps } from './client/client-profile.js';
import { Tenant } from '../shared/kernel/index.js';
import { Database } from '../shared/persistence/index.js';
import { attention, type Finding, ok, type ReadyCheck, wrong } from '../shared/observability/index.js';

const MOST_CLIENTS = 10_000;
const SCOPE = Tenant.all('an operator asks whether all may go live');
const DAY_MS = 24 * 3_600_000;
/**
 * Days after which an active signing key is reported as old: `worker` processes should have replaced it after 90 days.
 */
const OLD_DAYS = 100;

/** Checks the keys that sign tokens, and the configuration of live clients. */
export const authReadyChecks: ReadyCheck = async ({ application }) => {
  const app = await application();
  const keys = await app.get(Database).rows<{ algorithm: string; since: Date }>(
    `SELECT algorithm, coalesce(activated_at, created_at) AS since FROM auth.signing_key
      WHERE state = 'ACTIVE' ORDER BY algorithm`,
  );
  const clients = await app.get(ClientRepository).live(SCOPE, MOST_CLIENTS);
  return [...keyFindings(keys, Date.now()), clientFinding(clients), secretFinding(clients), addressFinding(clients)];
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

function clientFinding(clients: readonly Client[]): Finding {
  if (!clients.some(({ administrator, enterpriseId }) => administrator && enterpriseId === 'default'))
    return attention(
      'clients',
      'None of the enterprise `default` may administer.',
      '`npm run cli -- client create --administrator --name NAME`.',
    );
  const others = clients.filter(({ administrator }) => !administrator).length;
  if (others > 0) return ok('clients', `There is an administrator, and ${others} live clients.`);
  const found = 'There is an administrator, and no other client of live data.';
  return attention('clients', found, 'Make live clients in the place of those of test mode.');
}

/**
 * Reports live clients that authenticate with a secret: both sides store it, so it can leak from either. With the other
 * methods, the private key never leaves the client.
 */
function secretFinding(clients: readonly Client[]): Finding {
  const named = namesOf(clients.filter(({ usesSecret }) => usesSecret));
  if (named === '') return ok('client secrets', 'No live client has one.');
  return attention('client secrets', `These prove themselves by a secret: ${named}.`, 'Give them private_key_jwt.');
}

/**
 * Reports live web clients with a redirect URI that does not use https or points to the local machine. Such URIs can be
 * registered in development only.
 */
function addressFinding(clients: readonly Client[]): Finding {
  const ofDevelopers = clients.filter(({ applicationType, redirectUris, postLogoutRedirectUris }) =>
    [...redirectUris, ...postLogoutRedirectUris].some((uri) => applicationType === 'web' && !isClaimedHttps(uri)),
  );
  const named = namesOf(ofDevelopers);
  if (named === '') return ok('redirect URIs', 'Those of live web clients are https, and lead to no own machine.');
  return wrong('redirect URIs', `These lead to the machine of a developer: ${named}.`, 'Register the real addresses.');
}

const MOST_NAMES = 5;

function namesOf(clients: readonly Client[]): string {
  const names = clients.slice(0, MOST_NAMES).map(({ clientName, enterpriseId }) => `${clientName} (${enterpriseId})`);
  const more = clients.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
