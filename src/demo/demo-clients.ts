import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Fetch, ManagementClient } from '@countersign/node';
import { CONFIG, type Config } from '../config.js';
import { issuerOf } from '../shared/auth-guard/index.js';
import { newId } from '../shared/kernel/index.js';
import { outboundTrust } from '../shared/outbound/index.js';
import type { WebClient } from './sign-in.js';
import { trustingFetch } from './trusting-fetch.js';

const ENTERPRISE = 'demo-bank';
const FILE = 'demo-clients.json';
const BANK_SCOPES = [
  ...['users:read', 'users:write', 'idv:read', 'idv:write', 'notifications:read', 'notifications:write'],
  ...['webhooks:read', 'webhooks:write', 'audit:read'],
] as const;
const APP_SCOPES = ['openid', 'profile', 'offline_access', 'notifications'] as const;

/** The credentials of all clients of the bank, and the secret of its webhook endpoint. */
export interface DemoClients {
  /** The client that the bank's server uses to call the API. */
  readonly bank: WebClient;
  /** The client of the bank's website, where customers sign in. */
  readonly web: WebClient;
  /** The client id of the bank's app. */
  readonly appClientId: string;
  /** The client of the customer's assistant, which may ask for payments. */
  readonly agent: WebClient;
  readonly webhookSecret: string;
}

export const AGENT_NAME = 'Pocket Assistant';

interface Kept extends DemoClients {
  /**
   * The URLs of the demo and the app for which the clients were created. If the configured URLs differ, new clients are
   * created.
   */
  readonly addresses: string;
}

/**
 * Creates the enterprise, clients and webhook endpoint of the bank through the API, as the administrator client that
 * the first start created. A real enterprise would do the same.
 */
@Injectable()
export class DemoSetup {
  readonly fetch: Fetch;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.fetch = trustingFetch(outboundTrust(config));
  }

  /** Returns the clients that an earlier start stored in the data folder. Creates new ones if those no longer work. */
  async clientsIn(dataFolder: string): Promise<DemoClients> {
    const path = join(dataFolder, FILE);
    const administrator = this.client(await this.#administratorIn(dataFolder));
    await this.#brand(administrator);
    const kept = (await jsonIn(path)) as Kept | undefined;
    if (kept && kept.addresses === this.#addresses && (await this.#works(kept))) return kept;
    const made = { ...(await this.#make(administrator)), addresses: this.#addresses };
    const draft = `${path}.${newId()}`;
    await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
    return made;
  }

  client(credentials: WebClient): ManagementClient {
    return new ManagementClient({ ...this.serviceFor(credentials), fetch: this.fetch });
  }

  serviceFor({ clientId, clientSecret }: WebClient) {
    return { issuer: issuerOf(this.config), apiUrl: this.config.managementUrl, clientId, clientSecret };
  }

  get #addresses(): string {
    return [this.config.demoUrl, this.config.mobileUrl].join(' ');
  }

  async #administratorIn(dataFolder: string): Promise<WebClient> {
    const { client_id: clientId, client_secret: clientSecret } = Object(
      await jsonIn(join(dataFolder, 'admin-client.json')),
    ) as Record<string, string | undefined>;
    if (clientId === undefined || clientSecret === undefined) throw new Error('There is no administrator to ask.');
    return { clientId, clientSecret };
  }

  /** Creates or updates the bank's enterprise. Its name and colour appear on every hosted page. */
  async #brand(administrator: ManagementClient): Promise<void> {
    const { name, color } = this.config.demoBrand;
    const looks = { name, branding: { color } };
    const known = administrator.enterprises.list();
    for await (const { enterpriseId } of known) {
      if (enterpriseId === ENTERPRISE) {
        await administrator.enterprises.update(ENTERPRISE, looks);
        return;
      }
    }
    await administrator.enterprises.create({ enterpriseId: ENTERPRISE, ...looks });
  }

  /**
   * Whether the stored clients still work. A file from an older version may lack one, or the service may refuse a
   * client.
   */
  async #works({ bank, agent }: Partial<Kept>): Promise<boolean> {
    if (!bank || !agent) return false;
    try {
      await this.client(bank).webhookEndpoints.list({ limit: 1 }).page();
      return true;
    } catch {
      return false;
    }
  }

  async #make(administrator: ManagementClient): Promise<DemoClients> {
    const { demoUrl, mobileUrl, demoBrand } = this.config;
    const clients = administrator.clients;
    const ours = { enterpriseId: ENTERPRISE };
    const bank = await clients.create(
      {
        ...{ clientName: 'Server', test: true, grantTypes: ['client_credentials'], scopes: [...BANK_SCOPES] },
        // In test mode, no phone is needed to read a chip: the page simulates the phone and the passport.
        idv: { chip: 'offered' },
      },
      ours,
    );
    const web = await clients.create(
      {
        clientName: demoBrand.name,
        ...{ test: true, firstParty: true, grantTypes: ['authorization_code'], scopes: ['openid', 'profile'] },
        redirectUris: [`${demoUrl}/demo/signed-in`],
      },
      ours,
    );
    const app = await clients.create(
      {
        ...{ clientName: 'App', test: true, firstParty: true, authMethod: 'none', scopes: [...APP_SCOPES] },
        grantTypes: ['authorization_code', 'refresh_token'],
        // The app is served at two URLs: in a frame of the demo, and by the listener for the mobile API.
        redirectUris: [`${demoUrl}/app/`, `${mobileUrl}/app/`],
        postLogoutRedirectUris: [`${demoUrl}/app/`, `${mobileUrl}/app/`],
        allowedOrigins: [demoUrl, mobileUrl],
      },
      ours,
    );
    const agent = await clients.create(
      {
        ...{ clientName: AGENT_NAME, test: true, firstParty: true, scopes: ['openid'] },
        ...{ grantTypes: ['urn:openid:params:grant-type:ciba'], backchannel: { delivery: 'poll' } },
        authorizationDetailsTypes: ['payment_initiation'],
      },
      ours,
    );
    const credentials = withSecret(bank);
    const { secret } = await this.client(credentials).webhookEndpoints.create({
      url: `${demoUrl}/demo/webhooks`,
      eventTypes: ['idv.finished', 'notification.closed'],
    });
    const others = { web: withSecret(web), agent: withSecret(agent), appClientId: app.clientId };
    return { bank: credentials, ...others, webhookSecret: secret };
  }
}

function withSecret({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret?: string | null }) {
  if (!clientSecret) throw new Error('A client was made without a secret.');
  return { clientId, clientSecret };
}

/** Parses a JSON file. Returns `undefined` if the file is missing or is not JSON. */
async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
