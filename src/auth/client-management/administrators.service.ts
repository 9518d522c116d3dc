import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { unsetProfile, type ClientProfile } from '../client/client-profile.js';
import { knownScopes } from '../tokens/token-plan.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import type { ClientManager } from './client-managers.service.js';
import { ClientsService, type WithSecret } from './clients.service.js';
import { DevelopmentStart, type StartNote } from '../../shared/observability/index.js';

/** The caller at the command line: a person with a shell on the machine has all scopes. */
export const commandLineManager = (enterpriseId: string, test = false): ClientManager => ({
  administrator: true,
  scopes: knownScopes,
  tenant: Tenant.of(enterpriseId, test),
  name: 'operator',
});

/**
 * Administrator clients, which may act for every enterprise. Only the command line and the first startup in development
 * create them.
 */
@Injectable()
export class Administrators {
  constructor(
    private readonly clients: ClientsService,
    private readonly registry: ClientRegistry,
  ) {}

  make(): Promise<WithSecret> {
    return this.clients.onboard(commandLineManager('default'), PROFILE, { administrator: true });
  }

  async isOne(clientId: string, secret: string, now: Date): Promise<boolean> {
    const client = (await this.registry.find(clientId))?.record;
    return client !== undefined && client.administrator && client.hasSecret(secret, now);
  }
}

const PROFILE: ClientProfile = {
  ...unsetProfile,
  clientName: 'Administrator',
  scopes: knownScopes,
  grantTypes: ['client_credentials'],
  authMethod: 'client_secret_basic',
};

export const ADMINISTRATOR_FILE = 'admin-client.json';

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * In development, writes the credentials of an administrator client to the data folder. If the stored credentials do
 * not work, for example because the database was replaced, it creates a new client.
 */
@Injectable()
export class AdministratorFile extends DevelopmentStart {
  constructor(
    private readonly administrators: Administrators,
    private readonly clock: Clock,
  ) {
    super();
  }

  async onDevelopmentStart(dataFolder: string): Promise<StartNote> {
    const path = join(dataFolder, ADMINISTRATOR_FILE);
    if (!(await this.#works(await credentialsIn(path)))) {
      const { client, secret } = await this.administrators.make();
      await write(path, { client_id: client.clientId, client_secret: secret ?? '' });
    }
    return { label: 'Administrator', value: path };
  }

  async #works(credentials: Credentials | undefined): Promise<boolean> {
    if (!credentials) return false;
    return this.administrators.isOne(credentials.client_id, credentials.client_secret, this.clock.now());
  }
}

/** Reads the credentials in the file; `undefined` if it is missing or invalid. */
async function credentialsIn(path: string): Promise<Credentials | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isCredentials(read) ? read : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const isCredentials = (read: unknown): read is Credentials =>
  typeof read === 'object' &&
  read !== null &&
  'client_id' in read &&
  'client_secret' in read &&
  typeof read.client_id === 'string' &&
  typeof read.client_secret === 'string';

/** Writes the file atomically. Only its owner can read it, from the moment it exists. */
async function write(path: string, credentials: Credentials): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
