import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { FigureCounters } from '../../figures/contract/index.js';
import { ClientUse, type UsingClient } from '../../shared/auth-guard/index.js';
import { LastSeenBuffer } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { CLIENT_REQUESTS, TOKENS } from './client-figures.adapter.js';
import { ClientRepository } from './client.repository.js';

const SCOPE = Tenant.all('the client has shown its token, or was given one');
const MINUTE_MS = 60_000;

/** Records when clients were last used, and counts their calls and tokens. */
@Injectable()
export class NotedClientUse extends ClientUse implements BeforeApplicationShutdown {
  readonly #lastUsed: LastSeenBuffer;

  constructor(
    clients: ClientRepository,
    private readonly counters: FigureCounters,
    clock: Clock,
  ) {
    super();
    const store = (ids: readonly string[], at: Date) => clients.noteUsed(SCOPE, ids, at);
    this.#lastUsed = new LastSeenBuffer(NotedClientUse.name, clock, store, MINUTE_MS);
  }

  noteCall(client: UsingClient): void {
    const { clientId } = client;
    this.#lastUsed.note(clientId);
    this.counters.count(client, CLIENT_REQUESTS, { clientId });
  }

  noteToken(client: UsingClient, grant: string): void {
    const { clientId } = client;
    this.#lastUsed.note(clientId);
    this.counters.count(client, TOKENS, { clientId, grant });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#lastUsed.write();
  }
}
