import { Injectable } from '@nestjs/common';
import {
  ConfigurationKind,
  KEPT,
  ownedEntry,
  type Owner,
  pagesOf,
  plain,
  type PresentObject,
} from '../../configuration/contract/index.js';
import { BooleanField, TextField } from '../../shared/fields/index.js';
import { type JsonObject, KernelErrors, Tenant } from '../../shared/kernel/index.js';
import type { Client } from '../client/client.entity.js';
import { ClientRepository } from '../client/client.repository.js';
import { type ClientProfile, type KycSettings, unsetProfile } from '../client/client-profile.js';
import { commandLineManager } from './administrators.service.js';
import type { ClientManager } from './client-managers.service.js';
import { type ClientChanges, ClientsService } from './clients.service.js';
import { CreateClientDto } from './dto/change-client.dto.js';
import { ClientDto } from './dto/client.dto.js';
import { kycFaults, toKycSettings } from './dto/kyc.dto.js';
import { BY_SERVICE } from './stored-internal-clients.adapter.js';

const OVERLAP_SECONDS = 86_400;
const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];

class ClientEntryDto extends ownedEntry(CreateClientDto) {
  @TextField({
    max: 36,
    pattern: /^[A-Za-z0-9._-]+$/,
    called: 'up to 36 letters, digits, ".", "-" and "_"',
    example: 'online-banking',
    description:
      'The id of the client. You choose it, and it cannot be changed later. It is unique in the whole service.',
  })
  clientId!: string;

  @BooleanField({
    default: false,
    description: 'Whether the client administers the whole service. It cannot be changed later.',
  })
  administrator?: boolean;

  @TextField({
    min: 43,
    max: 43,
    pattern: /^[A-Za-z0-9_-]+$/,
    called: '32 random bytes in base64url',
    optional: true,
    example: '${ONLINE_BANKING_SECRET}',
    description:
      'The client secret, from the environment or a file. After a change, the previous secret stays valid for a day. Without this field, a new client gets a random secret that is not shown: replace it with `client secret rotate`.',
  })
  clientSecret?: string;
}

type Members = ClientProfile & {
  readonly clientId: string;
  readonly administrator: boolean;
  readonly kyc: KycSettings | null;
  readonly clientSecret?: string;
};

/** Clients that are declared in configuration files. The files also set the clients' ids. */
@Injectable()
export class DeclaredClients extends ConfigurationKind {
  override readonly list = 'clients';
  override readonly keyMember = 'clientId';
  override readonly rank = 3;
  override readonly form = ClientEntryDto;
  override readonly isOwned = true;
  override readonly fixed = ['administrator'];
  override readonly secrets = ['/clientSecret', '/kyc/headers/*', '/kyc/auth/password', '/kyc/auth/token'];

  constructor(
    private readonly clients: ClientsService,
    private readonly rows: ClientRepository,
  ) {
    super();
  }

  override complete(entry: ClientEntryDto): JsonObject {
    const { clientId, administrator = false, clientSecret, kyc } = entry;
    const faults = kyc ? kycFaults(kyc) : [];
    if (faults.length > 0) throw KernelErrors.invalidArguments(undefined, { errors: faults });
    const profile = CreateClientDto.toProfile(entry);
    return plain({ clientId, administrator, ...profile, kyc: kyc ? toKycSettings(kyc) : null, clientSecret });
  }

  override check({ test }: Owner, members: JsonObject): void {
    const { clientId: _id, administrator: _administrator, clientSecret, kyc, ...profile } = membersOf(members);
    this.clients.check(profile, test, kyc);
    if (clientSecret === undefined || SECRET_METHODS.includes(profile.authMethod)) return;
    const detail = `Only allowed with an authMethod that uses a secret: ${SECRET_METHODS.join(', ')}.`;
    throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/clientSecret', detail }] });
  }

  override refersTo({ accessTokenAudience }: JsonObject): readonly string[] {
    return typeof accessTokenAudience === 'string' ? [accessTokenAudience] : [];
  }

  override async find(owner: Owner, clientId: string, wanted?: JsonObject): Promise<PresentObject | undefined> {
    const { tenant } = managerOf(owner);
    const client = await this.rows.find(tenant, clientId);
    if (client?.test !== owner.test || client.createdBy === BY_SERVICE) return undefined;
    const present = await this.#present(client);
    const secret = wanted?.['clientSecret'];
    if (typeof secret !== 'string') return present;
    const clientSecret = client.hasNewestSecret(secret) ? secret : KEPT;
    return { ...present, members: { ...present.members, clientSecret } };
  }

  override async *all(owner: Owner): AsyncIterable<PresentObject> {
    const pages = pagesOf<Client>((last, limit) =>
      this.clients.list(managerOf(owner), {}, last?.clientId ?? '', limit),
    );
    for await (const client of pages) {
      if (client.test === owner.test && client.createdBy !== BY_SERVICE) yield this.#present(client);
    }
  }

  override create(owner: Owner, members: JsonObject): Promise<unknown> {
    const { clientId, administrator, clientSecret: secret, ...profile } = membersOf(members);
    return this.clients.onboard(managerOf(owner), profile, { administrator, clientId, secret });
  }

  override async change(owner: Owner, { id }: PresentObject, changed: JsonObject): Promise<unknown> {
    const { clientSecret, ...changes } = changed as unknown as ClientChanges & { readonly clientSecret?: string };
    if (Object.keys(changes).length > 0) await this.clients.change(managerOf(owner), id, changes);
    if (clientSecret === undefined) return undefined;
    return this.clients.rotateSecret(managerOf(owner), id, OVERLAP_SECONDS, clientSecret);
  }

  override remove(owner: Owner, clientId: string): Promise<void> {
    return this.clients.remove(managerOf(owner), clientId);
  }

  async #present(client: Client): Promise<PresentObject> {
    const [shown] = await this.clients.shown([client]);
    if (!shown) throw new Error('A client was not shown');
    const dto = ClientDto.of(shown);
    const members = Object.fromEntries(MEMBERS.map((name) => [name, dto[name]]));
    return { id: client.clientId, members: plain({ ...members, kyc: shown.kyc }) };
  }
}

/**
 * Members that configuration files can set, apart from the secrets: those that have a default (`unsetProfile`), and
 * those that have none.
 */
const MEMBERS = [
  ...(Object.keys(unsetProfile) as (keyof typeof unsetProfile)[]),
  ...(['clientId', 'administrator', 'clientName', 'grantTypes', 'scopes', 'authMethod'] as const),
] satisfies readonly (keyof ClientDto)[];

const membersOf = (members: JsonObject): Members => members as unknown as Members;

const managerOf = ({ enterpriseId, test }: Owner): ClientManager => ({
  ...commandLineManager(enterpriseId, test),
  tenant: Tenant.of(enterpriseId, test),
  name: 'configuration',
});
