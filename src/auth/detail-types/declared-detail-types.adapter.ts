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
import { DetailType, type DetailTypeContent } from './detail-type.entity.js';
import { DetailTypeRepository } from './detail-type.repository.js';
import { DetailTypes } from './detail-types.service.js';
import { AuthorizationDetailTypeDto, CreateAuthorizationDetailTypeDto } from './dto/detail-type.dto.js';

class DetailTypeEntryDto extends ownedEntry(CreateAuthorizationDetailTypeDto) {}

/**
 * Types of authorization details that are declared in configuration files. As in the API, a change creates a new
 * version.
 */
@Injectable()
export class DeclaredDetailTypes extends ConfigurationKind {
  override readonly list = 'authorizationDetailTypes';
  override readonly keyMember = 'type';
  override readonly rank = 4;
  override readonly form = DetailTypeEntryDto;
  override readonly isOwned = true;

  constructor(
    private readonly types: DetailTypes,
    private readonly rows: DetailTypeRepository,
  ) {
    super();
  }

  override complete({ type, schema, texts }: DetailTypeEntryDto): JsonObject {
    return membersOf({ type, schema, texts });
  }

  override check(owner: Owner, members: JsonObject): void {
    DetailType.create(tenantOf(owner), this.keyOf(members), 1, contentOf(members), new Date(0));
  }

  override async find(owner: Owner, type: string): Promise<PresentObject | undefined> {
    const found = await this.rows.find(tenantOf(owner), type);
    return found && !found.removed ? presentOf(found) : undefined;
  }

  /** Returns the enterprise's own types, without the predefined ones. */
  override async *all(owner: Owner): AsyncIterable<PresentObject> {
    const pages = pagesOf<DetailType>((last, limit) => this.rows.list(tenantOf(owner), limit, last?.type));
    for await (const type of pages) yield presentOf(type);
  }

  override create(owner: Owner, members: JsonObject): Promise<unknown> {
    return this.types.create(tenantOf(owner), this.keyOf(members), contentOf(members));
  }

  override change(owner: Owner, { id, members }: PresentObject, changed: JsonObject): Promise<unknown> {
    return this.types.change(tenantOf(owner), id, contentOf({ ...members, ...changed }));
  }

  override remove(owner: Owner, type: string): Promise<void> {
    return this.types.remove(tenantOf(owner), type);
  }
}

const tenantOf = ({ enterpriseId, test }: Owner): Tenant => Tenant.of(enterpriseId, test);

const contentOf = (members: JsonObject): DetailTypeContent =>
  CreateAuthorizationDetailTypeDto.toContent(members as unknown as CreateAuthorizationDetailTypeDto);

const presentOf = (type: DetailType): PresentObject => ({
  id: type.type,
  members: membersOf(AuthorizationDetailTypeDto.of(type)),
});

/**
 * The members of a type. Its texts are sorted by language, because their order has no meaning and must not count as a
 * change.
 */
const membersOf = ({ type, schema, texts }: CreateAuthorizationDetailTypeDto): JsonObject =>
  plain({ type, schema, texts: [...texts].sort((a, b) => (a.lng < b.lng ? -1 : 1)) });
