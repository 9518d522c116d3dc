import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { CredentialsChanged, SessionsEnded } from '../../auth/contract/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { AddressChangeUndone, UserDirectory, UserErased, UserStatusChanged } from '../../users/contract/index.js';
import { SignalStreamRepository } from '../streams/signal-stream.repository.js';
import { SecurityEvents } from './security-events.service.js';
import { accountPurged, sessionRevoked, signalOfCredential, signalsOfStatus, type UserSignal } from './user-signals.js';

type ReportedEvent = UserStatusChanged | AddressChangeUndone | SessionsEnded | CredentialsChanged | UserErased;

interface AboutUser {
  readonly tenant: Tenant;
  readonly signals: readonly UserSignal[];
}

/** Stores security events for receivers when something relevant happens to a user. */
@EventsHandler(UserStatusChanged, AddressChangeUndone, SessionsEnded, CredentialsChanged, UserErased)
export class TellReceivers implements IEventHandler<ReportedEvent> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserDirectory,
    private readonly events: SecurityEvents,
    private readonly streams: SignalStreamRepository,
  ) {}

  async handle(told: ReportedEvent): Promise<void> {
    const { sub } = told.payload;
    const { tenant, signals } = (await this.#about(told)) ?? {};
    if (!tenant || !signals || signals.length === 0) return;
    if (!(told instanceof UserErased) && !(await this.events.areWanted(tenant, sub, signals))) return;
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(told, 'shared-signals/tell-receivers'))) return;
      await this.events.tell(tx, tenant, sub, signals);
      if (told instanceof UserErased) this.streams.forgetSubject(tx, sub);
    });
  }

  async #about(told: ReportedEvent): Promise<AboutUser | undefined> {
    const at = new Date(told.occurredAt);
    if (told instanceof CredentialsChanged) return this.#ofCredential(told, at);
    const tenant = Tenant.of(told.payload.enterpriseId, told.payload.test);
    if (told instanceof UserStatusChanged) return { tenant, signals: signalsOfStatus(told.payload, at) };
    if (told instanceof UserErased) return { tenant, signals: [accountPurged(at)] };
    return { tenant, signals: [sessionRevoked(told instanceof SessionsEnded ? told.payload.by : 'user', at)] };
  }

  async #ofCredential({ payload }: CredentialsChanged, at: Date): Promise<AboutUser | undefined> {
    const signal = signalOfCredential(payload.change, payload.by ?? 'user', at);
    const ref = signal && (await this.users.find(payload.sub))?.ref;
    return ref && { tenant: Tenant.of(ref.enterpriseId, ref.test), signals: [signal] };
  }
}
