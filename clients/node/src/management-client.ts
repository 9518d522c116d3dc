import { AccessTokens } from './calls/access-tokens.js';
import { Api, type CallOptions } from './calls/api.js';
import { clientAuthentication, type Credentials } from './calls/client-authentication.js';
import { type Clock, systemClock } from './calls/clock.js';
import { baseUrl, type Fetch } from './calls/http.js';
import type { Input, OperationId, Output } from './calls/operations.js';
import { Retrier, type RetryOptions } from './calls/retry.js';
import {
  AuditEvents,
  AuthorizationDetailTypes,
  Clients,
  Enterprises,
  Events,
  Figures,
  Jobs,
  Keys,
  Operators,
  Search,
  System,
} from './resources/administration.js';
import { Apis } from './resources/apis.js';
import { InitialAccessTokens } from './resources/initial-access-tokens.js';
import { IdvReviews, IdvSessions, IdvWebTokens } from './resources/identity-verification.js';
import { Notifications, NotificationTemplates } from './resources/notifications.js';
import { SecurityEventPolls, SignalStreams, SignalSubjects, SignalVerifications } from './resources/shared-signals.js';
import { Devices, UserBatches, Users, UserSignIn } from './resources/users.js';
import { WebhookDeliveries, WebhookEndpoints } from './resources/webhook-endpoints.js';
import { VERSION } from './version.js';

export type ManagementClientOptions = Credentials & {
  /** The issuer URL of the authorization server, for example `https://id.example.com/service/authserver`. */
  readonly issuer: string;
  /** The base URL of the management API, for example `https://api.example.com`. */
  readonly apiUrl: string;
  /** The scopes of the tokens, separated by spaces. Default `all`: every scope of the client. */
  readonly scope?: string;
  /** The timeout of a call with all its retries. Default 60 s. */
  readonly timeoutMs?: number;
  /** The timeout of one try. Default 20 s. */
  readonly tryTimeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Replaces Node's `fetch`, for example to use a proxy or your own certificate, or in tests. */
  readonly fetch?: Fetch;
  /** Replaces the system clock in tests. */
  readonly clock?: Clock;
};

/**
 * A client of the management API. Create one and reuse it: it caches the access token for all calls.
 *
 * Calls are retried when the service is busy or does not answer. The retries of a POST carry the same
 * `Idempotency-Key`, so that it takes effect once.
 */
export class ManagementClient {
  readonly apis: Apis;
  readonly initialAccessTokens: InitialAccessTokens;
  readonly auditEvents: AuditEvents;
  readonly authorizationDetailTypes: AuthorizationDetailTypes;
  readonly figures: Figures;
  readonly clients: Clients;
  readonly devices: Devices;
  readonly enterprises: Enterprises;
  readonly events: Events;
  readonly idvReviews: IdvReviews;
  readonly idvSessions: IdvSessions;
  readonly idvWebTokens: IdvWebTokens;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly notifications: Notifications;
  readonly notificationTemplates: NotificationTemplates;
  readonly operators: Operators;
  readonly search: Search;
  readonly securityEventPolls: SecurityEventPolls;
  readonly signalStreams: SignalStreams;
  readonly signalSubjects: SignalSubjects;
  readonly signalVerifications: SignalVerifications;
  readonly system: System;
  readonly userBatches: UserBatches;
  readonly users: Users;
  readonly userSignIn: UserSignIn;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly #api: Api;

  constructor(options: ManagementClientOptions) {
    const api = apiOf(options);
    this.#api = api;
    this.apis = new Apis(api);
    this.initialAccessTokens = new InitialAccessTokens(api);
    this.auditEvents = new AuditEvents(api);
    this.authorizationDetailTypes = new AuthorizationDetailTypes(api);
    this.figures = new Figures(api);
    this.clients = new Clients(api);
    this.devices = new Devices(api);
    this.enterprises = new Enterprises(api);
    this.events = new Events(api);
    this.idvReviews = new IdvReviews(api);
    this.idvSessions = new IdvSessions(api);
    this.idvWebTokens = new IdvWebTokens(api);
    this.jobs = new Jobs(api);
    this.keys = new Keys(api);
    this.notifications = new Notifications(api);
    this.notificationTemplates = new NotificationTemplates(api);
    this.operators = new Operators(api);
    this.search = new Search(api);
    this.securityEventPolls = new SecurityEventPolls(api);
    this.signalStreams = new SignalStreams(api);
    this.signalSubjects = new SignalSubjects(api);
    this.signalVerifications = new SignalVerifications(api);
    this.system = new System(api);
    this.userBatches = new UserBatches(api);
    this.users = new Users(api);
    this.userSignIn = new UserSignIn(api);
    this.webhookDeliveries = new WebhookDeliveries(api);
    this.webhookEndpoints = new WebhookEndpoints(api);
  }

  /** Calls any operation, by its name in the API document. */
  call<Id extends OperationId>(operation: Id, input: Input<Id>, options?: CallOptions): Promise<Output<Id>> {
    return this.#api.call(operation, input, options);
  }
}

function apiOf(options: ManagementClientOptions): Api {
  const { fetch = (url, init) => globalThis.fetch(url, init), clock = systemClock, scope = 'all' } = options;
  const transport = { fetch, clock, tryTimeoutMs: options.tryTimeoutMs ?? 20_000 };
  const retrier = new Retrier(clock, options.retry);
  const issuer = baseUrl('issuer', options.issuer);
  const tokens = new AccessTokens(transport, retrier, { issuer, scope, authentication: clientAuthentication(options) });
  return new Api(transport, tokens, retrier, {
    apiUrl: baseUrl('apiUrl', options.apiUrl),
    timeoutMs: options.timeoutMs ?? 60_000,
    userAgent: `countersign-node/${VERSION}`,
  });
}
