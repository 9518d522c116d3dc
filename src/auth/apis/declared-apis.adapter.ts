import { Injectable } from '@nestjs/common';
import {
  ConfigurationKind,
  ownedEntry,
  type Owner,
  pagesOf,
  plain,
  type PresentObject,
} from '../../configuration/contract/index.js';
import { type JsonObject, Tenant } from '../../shared/kernel/index.js';
import { Apis } from './apis.service.js';
import { CreateApiDto } from './dto/api.dto.js';
import type { ApiProfile, OwnApi } from './own-api.entity.js';

class ApiEntryDto extends ownedEntry(CreateApiDto) {}

type Members = ApiProfile & { readonly resource: string };

/** APIs of enterprises that are declared in configuration files. Each API is identified by its resource URL. */
@Injectable()
export class DeclaredApis extends ConfigurationKind {
  override readonly list = 'apis';
  override readonly keyMember = 'resource';
  override readonly rank = 2;
  override readonly form = ApiEntryDto;
  override readonly isOwned = true;

  constructor(private readonly apis: Apis) {
    super();
  }

  override complete(entry: ApiEntryDto): JsonObject {
    return plain({ resource: entry.resource, ...CreateApiDto.toProfile(entry) });
  }

  override check(_owner: Owner, members: JsonObject): void {
    const { resource, ...profile } = membersOf(members);
    this.apis.check(resource, profile);
  }

  override refersTo(members: JsonObject): readonly string[] {
    return membersOf(members).exchangeFrom;
  }

  override async find(owner: Owner, resource: string): Promise<PresentObject | undefined> {
    const found = await this.apis.find(tenantOf(owner), resource);
    return found ? presentOf(found) : undefined;
  }

  override async *all(owner: Owner): AsyncIterable<PresentObject> {
    const tenant = tenantOf(owner);
    const pages = pagesOf<OwnApi>((last, limit) => this.apis.list(tenant, limit, last?.id));
    for await (const api of pages) yield presentOf(api);
  }

  override create(owner: Owner, members: JsonObject): Promise<unknown> {
    const { resource, ...profile } = membersOf(members);
    return this.apis.create('command line', tenantOf(owner), resource, profile);
  }

  override change(owner: Owner, { id }: PresentObject, changed: JsonObject): Promise<unknown> {
    return this.apis.change('command line', tenantOf(owner), id, changed);
  }

  override remove(owner: Owner, id: string): Promise<void> {
    return this.apis.remove('command line', tenantOf(owner), id);
  }
}

const membersOf = (members: JsonObject): Members => members as unknown as Members;
const tenantOf = ({ enterpriseId, test }: Owner): Tenant => Tenant.of(enterpriseId, test);

function presentOf(api: OwnApi): PresentObject {
  const { id, name, resource, scopes, accessTokenFormat, accessTokenTtl, signingAlg, claims } = api;
  const { introspectionClientId, exchangeFrom } = api;
  const members = { name, resource, scopes, accessTokenFormat, accessTokenTtl, signingAlg, claims };
  return { id, members: plain({ ...members, introspectionClientId, exchangeFrom }) };
}
