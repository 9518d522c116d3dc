import { Injectable } from '@nestjs/common';
import {
  ConfigurationKind,
  KEPT,
  type Owner,
  pagesOf,
  plain,
  type PresentObject,
} from '../../configuration/contract/index.js';
import type { JsonObject } from '../../shared/kernel/index.js';
import { CreateEnterpriseDto } from './dto/enterprise.dto.js';
import type { Enterprise } from './enterprise.entity.js';
import type { GivenEnterprise } from './enterprise-profile.js';
import { EnterpriseRepository } from './enterprise.repository.js';
import { EnterprisesService } from './enterprises.service.js';
import { MessageChannels } from './message-channels.service.js';

/**
 * Creates and changes enterprises as declared in configuration files. An enterprise that is no longer declared is not
 * removed.
 */
@Injectable()
export class DeclaredEnterprises extends ConfigurationKind {
  override readonly list = 'enterprises';
  override readonly keyMember = 'enterpriseId';
  override readonly rank = 1;
  override readonly form = CreateEnterpriseDto;
  override readonly isOwned = false;
  override readonly secrets = ['/messages/secret'];

  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly rows: EnterpriseRepository,
    private readonly channels: MessageChannels,
  ) {
    super();
  }

  override complete(entry: CreateEnterpriseDto): JsonObject {
    return plain(CreateEnterpriseDto.toEnterprise(entry, this.enterprises.signInOfNew));
  }

  override check(_owner: Owner, members: JsonObject): void {
    const { messages } = members as unknown as GivenEnterprise;
    this.channels.refuseFaults(messages, messages?.secret === KEPT);
  }

  override async find(_owner: Owner, enterpriseId: string): Promise<PresentObject | undefined> {
    const found = await this.rows.find(enterpriseId);
    return found ? this.#presentOf(found) : undefined;
  }

  override async *all(): AsyncIterable<PresentObject> {
    const pages = pagesOf<Enterprise>((last, limit) => this.enterprises.list(limit, last?.enterpriseId));
    for await (const enterprise of pages) yield this.#presentOf(enterprise);
  }

  override create(_owner: Owner, members: JsonObject): Promise<unknown> {
    return this.enterprises.open(members as unknown as GivenEnterprise);
  }

  override change(_owner: Owner, { id }: PresentObject, changed: JsonObject): Promise<unknown> {
    return this.enterprises.change(id, changed);
  }

  #presentOf(enterprise: Enterprise): PresentObject {
    const { createdAt: _created, updatedAt: _updated, sealedMessages: _sealed, ...members } = enterprise;
    return { id: members.enterpriseId, members: plain({ ...members, messages: this.channels.of(enterprise) }) };
  }
}
