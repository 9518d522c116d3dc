import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newId, Sealed, sealedColumn, Tenant } from '../../shared/kernel/index.js';

/**
 * Who disabled an endpoint: its enterprise; its receiver, by responding with 410; or the service, after days of
 * failures.
 */
export type DisabledBy = 'enterprise' | 'receiver' | 'failures';

export interface EndpointSettings {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly enabled: boolean;
}

/** A URL to which an enterprise wants events to be sent. */
@Sealed<WebhookEndpoint>('shared.webhook_endpoint', {
  except: ['enabled', 'disabledBy', 'sealedSecrets', 'failures', 'failingSince', 'createdAt', 'updatedAt'],
})
@Entity({ schema: 'shared', name: 'webhook_endpoint' })
@Index('webhook_endpoint_listed', ['enterpriseId', 'test', 'endpointId'], { unique: true })
export class WebhookEndpoint {
  @PrimaryColumn({ type: 'uuid', name: 'endpoint_id' }) endpointId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) url!: string;
  /** Callbacks to this origin are signed with the secret of this endpoint. */
  @Column({ type: 'text' }) origin!: string;
  @Column({ type: 'text', array: true, name: 'event_types' }) eventTypes!: string[];
  @Column({ type: 'boolean' }) enabled!: boolean;
  @Column({ type: 'text', nullable: true, name: 'disabled_by' }) disabledBy!: DisabledBy | null;
  @Column({ type: 'bytea', name: 'sealed_secrets' }) sealedSecrets!: Buffer;
  /** The number of consecutive failed attempts since the last success. */
  @Column({ type: 'int' }) failures!: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'failing_since' }) failingSince!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static readonly sealContext = sealedColumn(
    'shared.webhook_endpoint',
    'sealed_secrets',
    'endpoint_id',
    (id) => `shared/webhook-secrets:${id}`,
  );

  /** Creates an endpoint without its secrets, which the caller encrypts and adds. */
  static register(tenant: Tenant, settings: EndpointSettings, now: Date): WebhookEndpoint {
    const endpoint = Object.assign(new WebhookEndpoint(), {
      endpointId: newId(),
      enterpriseId: tenant.enterpriseId,
      test: tenant.test,
      failures: 0,
      failingSince: null,
      createdAt: now,
    });
    endpoint.change(settings, now);
    return endpoint;
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  /**
   * Changes the settings and resets the failures: after any change, the enterprise expects the next attempt to reach
   * the endpoint.
   */
  change({ url, eventTypes, enabled }: Partial<EndpointSettings>, now: Date): void {
    if (url !== undefined) Object.assign(this, { url, origin: new URL(url).origin });
    if (eventTypes !== undefined) this.eventTypes = [...eventTypes];
    if (enabled !== undefined) Object.assign(this, { enabled, disabledBy: enabled ? null : 'enterprise' });
    this.failures = 0;
    this.failingSince = null;
    this.updatedAt = now;
  }
}
