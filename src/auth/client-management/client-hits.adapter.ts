import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type SearchText } from '../../search/contract/index.js';
import { ClientRepository } from '../client/client.repository.js';
import type { Client } from '../client/client.entity.js';

/** Finds clients by their id or by part of their name. */
@Injectable()
export class ClientHits extends SearchSource {
  override readonly scope = 'clients:read';

  constructor(private readonly clients: ClientRepository) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant, limit }: SearchedBy): Promise<readonly Hit[]> {
    const named = shape === 'words' ? await this.clients.named(tenant, text, limit) : [];
    const found = await this.clients.find(tenant, text);
    return (found && named.every(({ clientId }) => clientId !== text) ? [found, ...named] : named).map(hitOf);
  }
}

const hitOf = ({ clientId, clientName }: Client): Hit => ({
  kind: 'client',
  id: clientId,
  title: clientName,
  userId: null,
  within: null,
  status: null,
});
