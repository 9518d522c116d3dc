import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DevelopmentStart, type StartNote } from '../../shared/observability/index.js';
import { accountUrl } from '../account/views/account-url.js';
import { type AppClient, AppClients, appUrl, appUrlOf } from '../contract/app-clients.port.js';
import { unsetProfile, type ClientProfile } from '../client/client-profile.js';
import type { Client } from '../client/client.entity.js';
import { commandLineManager } from './administrators.service.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { ClientsService } from './clients.service.js';

/** Scopes of the app at `MOBILE_URL/app/`: the user's identity, notifications, and staying signed in. */
export const APP_SCOPES = ['openid', 'profile', 'offline_access', 'notifications'] as const;

export interface NewAppClient {
  readonly clientName: string;
  readonly enterpriseId?: string | undefined;
  readonly test?: boolean;
}

/**
 * The clients of the app at `MOBILE_URL/app/`: every public client that has this URL as a redirect URI, whoever
 * registered it.
 */
@Injectable()
export class RegisteredAppClients extends AppClients {
  #default: string | undefined;

  constructor(
    private readonly registry: ClientRegistry,
    private readonly clients: ClientsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
    this.#default = config.appClientId;
  }

  async find(clientId?: string): Promise<AppClient | undefined> {
    return (await this.#known(clientId)) ?? (await this.#known(this.#default));
  }

  /**
   * Sets the default client of the app at `MOBILE_URL/app/`, in development. Has no effect if a setting already names
   * it.
   */
  setDefault(clientId: string): void {
    this.#default ??= clientId;
  }

  async make({ clientName, enterpriseId = 'default', test = false }: NewAppClient): Promise<Client> {
    const profile = appProfile(clientName, this.config);
    return (await this.clients.onboard(commandLineManager(enterpriseId, test), profile)).client;
  }

  async #known(clientId: string | undefined): Promise<AppClient | undefined> {
    const client = clientId === undefined ? undefined : (await this.registry.find(clientId))?.record;
    if (client?.authMethod !== 'none' || !client.redirectUris.includes(appUrl(this.config))) return undefined;
    const { clientId: id, enterpriseId, test } = client;
    const account = accountUrl({ enterprise: enterpriseId, test });
    return { clientId: id, enterpriseId, accountUrl: `${this.config.authUrl}${account}` };
  }
}

const appProfile = (clientName: string, config: Config): ClientProfile => ({
  ...unsetProfile,
  clientName,
  scopes: APP_SCOPES,
  grantTypes: ['authorization_code', 'refresh_token'],
  authMethod: 'none',
  redirectUris: [appUrl(config)],
  postLogoutRedirectUris: [appUrl(config)],
  firstParty: true,
  allowedOrigins: [config.mobileUrl],
});

const FILE = 'app-client.json';
const TEST_FILE = 'test-app-client.json';

/**
 * In development, creates the app's clients and stores their ids in the data folder, so that the app works immediately.
 */
@Injectable()
export class AppClientFile extends DevelopmentStart {
  constructor(
    private readonly clients: RegisteredAppClients,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  /** Creates a live and a test client for the app, unless the settings name the app's client. */
  async onDevelopmentStart(dataFolder: string): Promise<readonly StartNote[]> {
    if (this.config.appClientId !== undefined) return [{ label: 'App', value: appUrl(this.config) }];
    const live = await this.#kept(join(dataFolder, FILE), false);
    const test = await this.#kept(join(dataFolder, TEST_FILE), true);
    this.clients.setDefault(live);
    return [
      { label: 'App, live users', value: appUrlOf(live, this.config) },
      { label: 'App, test users', value: appUrlOf(test, this.config) },
    ];
  }

  async #kept(path: string, test: boolean): Promise<string> {
    const kept = await clientIdIn(path);
    if (kept !== undefined && (await this.clients.find(kept))?.clientId === kept) return kept;
    const { clientId } = await this.clients.make({ clientName: 'App', test });
    await writeFile(path, `${JSON.stringify({ client_id: clientId }, null, 2)}\n`);
    return clientId;
  }
}

/** Reads the client id from the file. Returns undefined if the file is missing or contains no client id. */
async function clientIdIn(path: string): Promise<string | undefined> {
  try {
    const { client_id: clientId } = Object(JSON.parse(await readFile(path, 'utf8'))) as { client_id?: unknown };
    return typeof clientId === 'string' ? clientId : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
