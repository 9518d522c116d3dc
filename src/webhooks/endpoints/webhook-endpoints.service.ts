import { Injectable } from '@nestjs/common';
import { demandSecond, type Principal } from '../../shared/auth-guard/index.js';
import { LaneHolds } from '../../shared/jobs/index.js';
import { Clock, type FieldError, type JsonObject, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { Destinations } from '../../shared/outbound/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { DELIVER_WEBHOOK, FORGET_WEBHOOK_ENDPOINT } from '../deliveries/webhook-delivery.js';
import { type EndpointSettings, WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { webhookTypes } from '../contract/webhook-type.js';
import { WebhookErrors } from '../contract/webhooks.errors.js';

/** The maximum number of endpoints of an enterprise, counted separately for live and test. */
export const MOST_ENDPOINTS = 20;

export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  /**
   * The secret that signs messages to the endpoint. It is returned only when it is created, and cannot be read later.
   */
  readonly secret: string;
}

/** Validates URLs against the settings, and event types against those that the service's modules declare. */
@Injectable()
export class EndpointRules {
  constructor(private readonly destinations: Destinations) {}

  refuseFaults({ url, eventTypes }: Partial<EndpointSettings>): void {
    const errors = [...(url === undefined ? [] : this.#urlFaults(url)), ...typeFaults(eventTypes ?? [])];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
  }

  #urlFaults(url: string): FieldError[] {
    const fault = this.destinations.faultOfText(url);
    return fault === undefined ? [] : [{ pointer: '/url', detail: `Cannot be called: ${fault}.` }];
  }
}

function typeFaults(eventTypes: readonly string[]): FieldError[] {
  const known = webhookTypes().map(({ name }) => name as string);
  return eventTypes.flatMap((type, index) =>
    known.includes(type) ? [] : [{ pointer: `/eventTypes/${index}`, detail: `Must be one of ${known.join(', ')}.` }],
  );
}

/** Use cases for webhook endpoints. Each public method is one transaction. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly secrets: WebhookSecrets,
    private readonly rules: EndpointRules,
    private readonly lanes: LaneHolds,
    private readonly clock: Clock,
  ) {}

  async find(tenant: Tenant, endpointId: string): Promise<WebhookEndpoint> {
    return (await this.endpoints.find(tenant, endpointId)) ?? notFound(endpointId);
  }

  /** Lists endpoints in the order in which they were registered. */
  list(tenant: Tenant, after: string | undefined, limit: number): Promise<WebhookEndpoint[]> {
    return this.endpoints.page(tenant, after, limit);
  }

  /** Registers an endpoint. `given` is an existing secret to use instead of a new one. */
  register(tenant: Tenant, by: Principal, settings: EndpointSettings, given?: string): Promise<EndpointWithSecret> {
    this.rules.refuseFaults(settings);
    demandTwo(tenant, by);
    const endpoint = WebhookEndpoint.register(tenant, settings, this.clock.now());
    const secret = this.secrets.begin(endpoint, given);
    return this.uow.run(async (tx) => {
      if ((await this.endpoints.lockAndCount(tx, tenant)) >= MOST_ENDPOINTS) throw WebhookErrors.tooManyEndpoints();
      await tx.add(endpoint);
      note(tx, 'webhooks.endpoint-registered', endpoint, { origin: endpoint.origin, eventTypes: endpoint.eventTypes });
      return { endpoint, secret };
    });
  }

  change(
    tenant: Tenant,
    by: Principal,
    endpointId: string,
    changes: Partial<EndpointSettings>,
  ): Promise<WebhookEndpoint> {
    this.rules.refuseFaults(changes);
    return this.uow.run(async (tx) => {
      const endpoint = await this.#lock(tx, tenant, endpointId);
      if (tellsMore(endpoint, changes)) demandTwo(tenant, by);
      endpoint.change(changes, this.clock.now());
      await tx.save(endpoint);
      this.lanes.release(tx, DELIVER_WEBHOOK, endpointId);
      note(tx, 'webhooks.endpoint-changed', endpoint, {
        fields: Object.keys(changes).sort(),
        enabled: endpoint.enabled,
      });
      return endpoint;
    });
  }

  rotateSecret(
    tenant: Tenant,
    by: Principal,
    endpointId: string,
    overlapSeconds: number,
    given?: string,
  ): Promise<EndpointWithSecret> {
    return this.uow.run(async (tx) => {
      const endpoint = await this.#lock(tx, tenant, endpointId);
      demandTwo(tenant, by);
      const secret = this.secrets.rotate(endpoint, overlapSeconds, given);
      endpoint.updatedAt = this.clock.now();
      await tx.save(endpoint);
      note(tx, 'webhooks.endpoint-secret-rotated', endpoint, { overlapSeconds });
      return { endpoint, secret };
    });
  }

  remove(tenant: Tenant, endpointId: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const endpoint = await this.#lock(tx, tenant, endpointId);
      tx.remove(endpoint);
      this.lanes.release(tx, DELIVER_WEBHOOK, endpointId);
      tx.pending.jobs.push({ kind: FORGET_WEBHOOK_ENDPOINT, payload: { endpointId } });
      note(tx, 'webhooks.endpoint-removed', endpoint, { origin: endpoint.origin });
    });
  }

  async #lock(tx: Tx, tenant: Tenant, endpointId: string): Promise<WebhookEndpoint> {
    return (await this.endpoints.lock(tx, tenant, endpointId)) ?? notFound(endpointId);
  }
}

/**
 * Demands a second operator for live endpoints: deliveries contain more personal data than operators see in the
 * console, and an operator who has the secret could forge messages. Test deliveries are not about real persons.
 */
function demandTwo({ test }: Tenant, by: Principal): void {
  if (by.kind === 'operator' && !test) demandSecond(by, 'clients:secure');
}

/** Whether the change sends events to another URL, or adds event types. */
const tellsMore = (endpoint: WebhookEndpoint, { url, eventTypes = [] }: Partial<EndpointSettings>): boolean =>
  (url !== undefined && url !== endpoint.url) || eventTypes.some((type) => !endpoint.eventTypes.includes(type));

function notFound(endpointId: string): never {
  throw WebhookErrors.endpointNotFound(`No endpoint ${endpointId}`);
}

const note = (tx: Tx, kind: string, { tenant, endpointId }: WebhookEndpoint, details: JsonObject): void =>
  void tx.pending.audit.push({ kind, tenant, details: { endpointId, ...details } });
