import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { SecurityEventTokens } from '../../auth/contract/index.js';
import { issuerOf } from '../../shared/auth-guard/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { SignalStream } from '../streams/signal-stream.entity.js';
import { SignalStreamRepository } from '../streams/signal-stream.repository.js';
import { claimsOf, SECURITY_EVENT_STORED, type SecurityEventContent } from './security-event.js';
import { deliveryJob, SecurityEventRepository, type WaitingEvent } from './security-event.repository.js';
import type { UserSignal } from './user-signals.js';

/** Stores events for the streams that requested them, and signs them when they are sent. */
@Injectable()
export class SecurityEvents {
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly streams: SignalStreamRepository,
    private readonly events: SecurityEventRepository,
    private readonly tokens: SecurityEventTokens,
  ) {
    this.#issuer = issuerOf(config);
  }

  /** Whether any stream has requested one of these signals. If not, the caller needs no transaction. */
  async areWanted(tenant: Tenant, sub: string, signals: readonly UserSignal[]): Promise<boolean> {
    return (await this.streams.listening(tenant, sub, typesOf(signals))).length > 0;
  }

  /** Stores, in the caller's transaction, one event for each stream and each signal that the stream has requested. */
  async tell(tx: Tx, tenant: Tenant, sub: string, signals: readonly UserSignal[]): Promise<void> {
    const streams = await this.streams.lockListening(tx, tenant, sub, typesOf(signals));
    const subject = { format: 'iss_sub', iss: this.#issuer, sub } as const;
    for (const stream of streams)
      for (const { type, event } of signals.filter((signal) => stream.types.includes(signal.type)))
        this.store(tx, stream, { streamId: stream.streamId, type, subject, event });
  }

  /** Stores an event for a stream. The transaction must have locked the stream. */
  store(
    tx: Tx,
    { streamId, isPushed, status }: Pick<SignalStream, 'streamId' | 'isPushed' | 'status'>,
    content: SecurityEventContent,
  ): void {
    const eventId = this.events.add(tx, content);
    if (status !== 'enabled') return;
    if (isPushed) tx.pending.jobs.push(deliveryJob(streamId, eventId));
    else tx.pending.signals.push({ topic: SECURITY_EVENT_STORED, payload: { streamId } });
  }

  /** Signs an event. Each attempt gets a new time but the same `jti`. */
  signed({ eventId, content }: WaitingEvent, { clientId }: Pick<SignalStream, 'clientId'>): Promise<string> {
    return this.tokens.sign(claimsOf(content, { eventId, audience: clientId }));
  }
}

const typesOf = (signals: readonly UserSignal[]) => signals.map(({ type }) => type);
