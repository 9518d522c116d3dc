import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { issuerOf } from '../../../shared/auth-guard/index.js';
import { Tenant } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import type { StreamOwner } from '../signal-stream.js';
import { SignalStreamRepository } from '../signal-stream.repository.js';
import { note, notFound } from '../signal-streams.service.js';

export type NamedSubject =
  | { readonly format: 'iss_sub'; readonly iss: string; readonly sub: string }
  | { readonly format: 'opaque'; readonly id: string };

/** Adds users to a stream and removes them. By default, a stream covers all users. */
@Injectable()
export class StreamSubjects {
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly uow: UnitOfWork,
    private readonly streams: SignalStreamRepository,
    private readonly users: UserDirectory,
  ) {
    this.#issuer = issuerOf(config);
  }

  add(owner: StreamOwner, streamId: string, subject: NamedSubject): Promise<void> {
    return this.#change(owner, streamId, subject, 'subject-added', (tx, sub) =>
      this.streams.addSubject(tx, streamId, sub),
    );
  }

  remove(owner: StreamOwner, streamId: string, subject: NamedSubject): Promise<void> {
    return this.#change(owner, streamId, subject, 'subject-removed', (tx, sub) =>
      this.streams.removeSubject(tx, streamId, sub),
    );
  }

  /**
   * Adds or removes a subject. For an unknown user nothing changes, but the response is the same, so that it does not
   * reveal which users exist.
   */
  #change(
    owner: StreamOwner,
    streamId: string,
    subject: NamedSubject,
    kind: string,
    change: (tx: Tx, sub: string) => void,
  ): Promise<void> {
    return this.uow.run(async (tx) => {
      const stream = (await this.streams.lock(tx, owner, streamId)) ?? notFound(streamId);
      const sub = await this.#subOf(owner, subject);
      if (sub === undefined) return;
      change(tx, sub);
      note(tx, kind, stream, {}, sub);
    });
  }

  async #subOf({ enterpriseId, test }: StreamOwner, subject: NamedSubject): Promise<string | undefined> {
    const tenant = Tenant.of(enterpriseId, test);
    if (subject.format === 'iss_sub') {
      const ref = subject.iss === this.#issuer ? (await this.users.find(subject.sub))?.ref : undefined;
      return ref && Tenant.of(ref.enterpriseId, ref.test).equals(tenant) ? ref.sub : undefined;
    }
    const ref = (await this.users.findByLogin(tenant, subject.id))?.ref;
    return ref?.userId === subject.id ? ref.sub : undefined;
  }
}
