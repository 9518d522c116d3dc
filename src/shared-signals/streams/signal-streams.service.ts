import { Injectable } from '@nestjs/common';
import { LaneHolds } from '../../shared/jobs/index.js';
import { Clock, type FieldError, isPlainUrl, type JsonObject, KernelErrors } from '../../shared/kernel/index.js';
import { Destinations } from '../../shared/outbound/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { SharedSignalsErrors } from '../contract/shared-signals.errors.js';
import { SignalStream } from './signal-stream.entity.js';
import {
  DELIVER_SECURITY_EVENT,
  PUSH,
  RESUME_STREAM,
  type StreamDelivery,
  type StreamOwner,
  type StreamSettings,
  type StreamStatus,
} from './signal-stream.js';
import { SignalStreamRepository } from './signal-stream.repository.js';
import { StreamSeals } from './stream-seals.service.js';

export interface OpenedStream {
  readonly stream: SignalStream;
  readonly delivery: StreamDelivery;
}

/** Lets receivers manage their streams. Each public method runs one transaction. */
@Injectable()
export class SignalStreams {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly streams: SignalStreamRepository,
    private readonly seals: StreamSeals,
    private readonly destinations: Destinations,
    private readonly lanes: LaneHolds,
    private readonly clock: Clock,
  ) {}

  async list(owner: StreamOwner): Promise<OpenedStream[]> {
    const stream = await this.streams.of(owner);
    return stream ? [this.#opened(stream)] : [];
  }

  async find(owner: StreamOwner, streamId: string): Promise<OpenedStream> {
    const stream = await this.streams.of(owner);
    return stream?.streamId === streamId ? this.#opened(stream) : notFound(streamId);
  }

  create(owner: StreamOwner, settings: StreamSettings): Promise<OpenedStream> {
    this.#refuseFaults(settings.delivery);
    const stream = SignalStream.create(owner, this.clock.now());
    stream.set(settings, this.clock.now());
    this.seals.seal(stream, settings.delivery);
    return this.uow.run(async (tx) => {
      await this.streams.add(tx, stream, SharedSignalsErrors.streamExists);
      note(tx, 'stream-created', stream, { events: stream.eventsDelivered, ...loggedDelivery(settings.delivery) });
      return { stream, delivery: settings.delivery };
    });
  }

  change(owner: StreamOwner, streamId: string, changes: Partial<StreamSettings>): Promise<OpenedStream> {
    if (changes.delivery) this.#refuseFaults(changes.delivery);
    return this.#locked(owner, streamId, async (tx, stream) => {
      const delivery = changes.delivery ?? this.seals.open(stream);
      const { eventsRequested, description } = stream;
      stream.set({ eventsRequested, description, ...changes }, this.clock.now());
      if (changes.delivery) this.seals.seal(stream, delivery);
      await tx.save(stream);
      this.#resume(tx, stream);
      note(tx, 'stream-changed', stream, { events: stream.eventsDelivered, ...loggedDelivery(delivery) });
      return { stream, delivery };
    });
  }

  setStatus(owner: StreamOwner, streamId: string, status: StreamStatus, reason: string | null): Promise<SignalStream> {
    return this.#locked(owner, streamId, async (tx, stream) => {
      Object.assign(stream, { status, statusReason: reason, failures: 0, updatedAt: this.clock.now() });
      await tx.save(stream);
      this.#resume(tx, stream);
      note(tx, 'stream-status-changed', stream, { status });
      return stream;
    });
  }

  remove(owner: StreamOwner, streamId: string): Promise<void> {
    return this.#locked(owner, streamId, async (tx, stream) => {
      tx.remove(stream);
      this.lanes.release(tx, DELIVER_SECURITY_EVENT, streamId);
      note(tx, 'stream-removed', stream, {});
      return Promise.resolve();
    });
  }

  /**
   * Schedules the job that sends or discards the stored events, after any change to a stream. Also ends the pause that
   * follows repeated failures, because the change may have fixed their cause.
   */
  #resume(tx: Tx, { streamId, isPushed, status }: SignalStream): void {
    this.lanes.release(tx, DELIVER_SECURITY_EVENT, streamId);
    if (status === 'disabled' || (isPushed && status === 'enabled'))
      tx.pending.jobs.push({ kind: RESUME_STREAM, payload: { streamId }, dedupeKey: streamId });
  }

  #locked<T>(owner: StreamOwner, streamId: string, work: (tx: Tx, stream: SignalStream) => Promise<T>): Promise<T> {
    return this.uow.run(async (tx) => work(tx, (await this.streams.lock(tx, owner, streamId)) ?? notFound(streamId)));
  }

  #opened(stream: SignalStream): OpenedStream {
    return { stream, delivery: this.seals.open(stream) };
  }

  #refuseFaults({ method, url }: StreamDelivery): void {
    const fault = method === PUSH && this.#faultOf(url ?? '');
    if (typeof fault !== 'string') return;
    const errors: FieldError[] = [{ pointer: '/delivery/endpoint_url', detail: `Cannot be called: ${fault}.` }];
    throw KernelErrors.invalidArguments(undefined, { errors });
  }

  #faultOf(url: string): string | undefined {
    if (!URL.canParse(url)) return 'it is not an absolute URL';
    return (
      this.destinations.faultOf(new URL(url)) ?? (isPlainUrl(url) ? undefined : 'its host is not in canonical form')
    );
  }
}

export function notFound(streamId: string): never {
  throw SharedSignalsErrors.streamNotFound(`No stream ${streamId}`);
}

const loggedDelivery = ({ method, url }: StreamDelivery): JsonObject => ({
  method,
  ...(url !== null && { origin: new URL(url).origin }),
});

export function note(tx: Tx, kind: string, stream: SignalStream, details: JsonObject, subject?: string): void {
  const { tenant, streamId, clientId } = stream;
  tx.pending.audit.push({
    kind: `shared-signals.${kind}`,
    tenant,
    details: { streamId, clientId, ...details },
    ...(subject !== undefined && { subject }),
  });
}
