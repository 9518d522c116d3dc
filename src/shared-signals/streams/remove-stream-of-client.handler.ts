import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { ClientRemoved } from '../../auth/contract/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { SignalStreams } from './signal-streams.service.js';

/** Removes the stream of a deleted client. Nobody else could remove it, and its events would still be pushed. */
@EventsHandler(ClientRemoved)
export class RemoveStreamOfClient implements IEventHandler<ClientRemoved> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly streams: SignalStreams,
  ) {}

  async handle(event: ClientRemoved): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'shared-signals/remove-stream-of-client'))) return;
      const [opened] = await this.streams.list(event.payload);
      // A stream that was created after the deletion is kept: it belongs to a new client with the same id.
      if (!opened || opened.stream.createdAt > new Date(event.occurredAt)) return;
      await this.streams.remove(event.payload, opened.stream.streamId);
    });
  }
}
