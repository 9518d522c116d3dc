import { useResource } from '../../resource.js';
import { may } from '../../me.js';
import type { Client } from './types.js';

type Led = Partial<Pick<Client, (typeof ADDRESSES)[number]>> & { readonly kyc?: { readonly url: string } | null };

const ADDRESSES = [
  'redirectUris',
  'postLogoutRedirectUris',
  'allowedOrigins',
  'errorUrl',
  'backchannelLogoutUri',
] as const;

/** The hosts, or schemes of apps, to which a client sends people and messages. */
export function hostsOf(client: Led): string[] {
  const uris = [...ADDRESSES.flatMap((name) => client[name] ?? []), ...(client.kyc ? [client.kyc.url] : [])];
  return [...new Set(uris.flatMap((uri) => (URL.canParse(uri) ? [new URL(uri).host || new URL(uri).protocol] : [])))];
}

/** The clients of the enterprise; undefined until they are read. If they cannot be read, every host counts as new. */
export function useClients(): readonly Client[] | undefined {
  const { value, loading } = useResource<{ clients: Client[] }>(may('clients:read') ? LIST : undefined);
  return value?.clients ?? (loading ? undefined : []);
}

const LIST = '/v1/clients?limit=200';

/**
 * The hosts of `client` that none of the `known` clients has. `self` is the id of the client that is being changed: its
 * earlier hosts count as known only if it already has privileges (`powers`).
 */
export const newHosts = (client: Led, known: readonly Client[], self?: string): string[] => {
  const trusted = known.filter(({ clientId, powers }) => clientId !== self || powers.length > 0).flatMap(hostsOf);
  return hostsOf(client).filter((host) => !trusted.includes(host));
};
