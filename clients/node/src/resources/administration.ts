import type { CallOptions } from '../calls/api.js';
import type { ExportOptions, ListExport } from '../calls/list-export.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type ExportQueryOf, type QueryOf, Resource } from './resource.js';

/** The programs that may call the service. Scopes: `clients:read`, `clients:write`. */
export class Clients extends Resource {
  list(query: QueryOf<'Clients_list'> = {}, options?: CallOptions): Listing<model.Client> {
    return this.listed('Clients_list', 'clients', { query }, options);
  }

  /** The answer contains the secret. It is shown only once. */
  create(client: model.CreateClient, options?: CallOptions): Promise<model.ClientWithSecret> {
    return this.call('Clients_create', { body: client }, options);
  }

  get(clientId: string, options?: CallOptions): Promise<model.Client> {
    return this.call('Clients_get', { path: { clientId } }, options);
  }

  update(clientId: string, changes: model.ChangeClient, options?: CallOptions): Promise<model.ClientWithSecret> {
    return this.call('Clients_update', { path: { clientId }, body: changes }, options);
  }

  /** Deletes the client. Its tokens are revoked. */
  delete(clientId: string, options?: CallOptions): Promise<void> {
    return this.call('Clients_delete', { path: { clientId } }, options);
  }

  /** The newest reasons for which the client was refused tokens. */
  async refusals(clientId: string, options?: CallOptions): Promise<model.ClientRefusal[]> {
    return (await this.call('Clients_refusals', { path: { clientId } }, options)).refusals;
  }

  /** Creates a new secret, which is shown only in this answer. The previous secrets stay valid for `overlapSeconds`. */
  rotateSecret(
    clientId: string,
    rotation: model.RotateClientSecret = {},
    options?: CallOptions,
  ): Promise<model.NewClientSecret> {
    return this.call('Clients_rotateSecret', { path: { clientId }, body: rotation }, options);
  }
}

/** The types of `authorization_details`: what a client may ask a person to approve. Scopes: `clients:read`, `clients:write`. */
export class AuthorizationDetailTypes extends Resource {
  list(
    query: QueryOf<'AuthorizationDetailTypes_list'> = {},
    options?: CallOptions,
  ): Listing<model.AuthorizationDetailType> {
    return this.listed('AuthorizationDetailTypes_list', 'authorizationDetailTypes', { query }, options);
  }

  create(type: model.CreateAuthorizationDetailType, options?: CallOptions): Promise<model.AuthorizationDetailType> {
    return this.call('AuthorizationDetailTypes_create', { body: type }, options);
  }

  /** The newest version of the type, or the one that `query` names. */
  get(
    type: string,
    query: QueryOf<'AuthorizationDetailTypes_get'> = {},
    options?: CallOptions,
  ): Promise<model.AuthorizationDetailType> {
    return this.call('AuthorizationDetailTypes_get', { path: { type }, query }, options);
  }

  /** Creates a new version of the type. */
  update(
    type: string,
    changes: model.ChangeAuthorizationDetailType,
    options?: CallOptions,
  ): Promise<model.AuthorizationDetailType> {
    return this.call('AuthorizationDetailTypes_update', { path: { type }, body: changes }, options);
  }

  delete(type: string, options?: CallOptions): Promise<void> {
    return this.call('AuthorizationDetailTypes_delete', { path: { type } }, options);
  }
}

/** The keys that sign tokens and receipts. For administrators. Scopes: `system:read`, `system:write`, `clients:secure`. */
export class Keys extends Resource {
  /** The public data of the keys. Private keys are never shown. */
  async list(options?: CallOptions): Promise<model.Key[]> {
    return (await this.call('Keys_list', {}, options)).keys;
  }

  /** Replaces the keys. With `compromised`, every token issued before becomes invalid. */
  async rotate(rotation: model.RotateKeys, options?: CallOptions): Promise<model.NewKey[]> {
    return (await this.call('Keys_rotate', { body: rotation }, options)).keys;
  }
}

/** The state of the service. For administrators. Scope: `system:read`. */
export class System extends Resource {
  get(options?: CallOptions): Promise<model.SystemOverview> {
    return this.call('System_get', {}, options);
  }
}

/**
 * Parked jobs: jobs that failed too often and are not tried again. For administrators. Scopes: `system:read`,
 * `system:write`.
 */
export class Jobs extends Resource {
  /** The job that was parked last comes first. */
  list(query: QueryOf<'Jobs_list'> = {}, options?: CallOptions): Listing<model.Job> {
    return this.listed('Jobs_list', 'jobs', { query }, options);
  }

  /** Runs the job again. It gets the full number of tries. */
  replay(jobId: string, options?: CallOptions): Promise<void> {
    return this.call('Jobs_replay', { path: { jobId } }, options);
  }

  /** Deletes the job. It will not run. */
  delete(jobId: string, options?: CallOptions): Promise<void> {
    return this.call('Jobs_delete', { path: { jobId } }, options);
  }
}

/**
 * Parked events: internal events whose delivery failed too often and is not tried again. For administrators. Scopes:
 * `system:read`, `system:write`.
 */
export class Events extends Resource {
  /** The event that was parked last comes first. */
  list(query: QueryOf<'Events_list'> = {}, options?: CallOptions): Listing<model.ParkedEvent> {
    return this.listed('Events_list', 'events', { query }, options);
  }

  replay(eventId: string, options?: CallOptions): Promise<void> {
    return this.call('Events_replay', { path: { eventId } }, options);
  }

  /** Deletes the event. It will not be delivered. */
  delete(eventId: string, options?: CallOptions): Promise<void> {
    return this.call('Events_delete', { path: { eventId } }, options);
  }
}

/** The tenants of the service. For administrators. Scopes: `enterprises:read`, `enterprises:write`. */
export class Enterprises extends Resource {
  list(query: QueryOf<'Enterprises_list'> = {}, options?: CallOptions): Listing<model.Enterprise> {
    return this.listed('Enterprises_list', 'enterprises', { query }, options);
  }

  create(enterprise: model.CreateEnterprise, options?: CallOptions): Promise<model.Enterprise> {
    return this.call('Enterprises_create', { body: enterprise }, options);
  }

  get(enterpriseId: string, options?: CallOptions): Promise<model.Enterprise> {
    return this.call('Enterprises_get', { path: { enterpriseId } }, options);
  }

  update(enterpriseId: string, changes: model.ChangeEnterprise, options?: CallOptions): Promise<model.Enterprise> {
    return this.call('Enterprises_update', { path: { enterpriseId }, body: changes }, options);
  }
}

/** Figures (statistics) about the enterprise. Scope: `figures:read`. */
export class Figures extends Resource {
  /** All figures: each with a description of what it counts, and the dimensions by which it can be split. */
  async list(options?: CallOptions): Promise<model.FigureDefinition[]> {
    return (await this.call('Figures_list', {}, options)).figures;
  }

  /** The values of one figure over time. */
  get(name: string, query: QueryOf<'Figures_get'> = {}, options?: CallOptions): Promise<model.Figure> {
    return this.call('Figures_get', { path: { name }, query }, options);
  }

  /**
   * Everything that needs a person's attention: reviews, failing endpoints, altered notifications. The most serious
   * comes first.
   */
  async attention(options?: CallOptions): Promise<model.Need[]> {
    return (await this.call('Figures_attention', {}, options)).attention;
  }
}

/** Searches for anything by id or name, within the scopes of the token. */
export class Search extends Resource {
  /** At most 20 hits, grouped by kind. */
  async find(query: QueryOf<'Search_find'>, options?: CallOptions): Promise<model.SearchHit[]> {
    return (await this.call('Search_find', { query }, options)).hits;
  }
}

/** The audit log: who did what, to whom, when and from where. Scope: `audit:read`. */
export class AuditEvents extends Resource {
  /** The newest event comes first. */
  list(query: QueryOf<'AuditEvents_list'> = {}, options?: CallOptions): Listing<model.AuditEvent> {
    return this.listed('AuditEvents_list', 'auditEvents', { query }, options);
  }

  /** The list as one stream: `for await` reads rows, `csv()` returns a file. */
  exportList(query: ExportQueryOf<'AuditEvents_list'> = {}, options?: ExportOptions): ListExport<model.AuditEvent> {
    return this.exported('AuditEvents_list', 'auditEvents', { query }, options);
  }

  /** The event, its link in the hash chain, and the checkpoint that covers it. */
  get(id: string, options?: CallOptions): Promise<model.AuditEventDetails> {
    return this.call('AuditEvents_get', { path: { id } }, options);
  }

  /** The last link of the chain, the number of events not yet in it, and the newest checkpoint. */
  chain(options?: CallOptions): Promise<model.AuditChain> {
    return this.call('AuditEvents_chain', {}, options);
  }
}

/** The people who work at the console. For administrators. Scopes: `operators:read`, `operators:write`. */
export class Operators extends Resource {
  async list(options?: CallOptions): Promise<model.Operator[]> {
    return (await this.call('Operators_list', {}, options)).operators;
  }

  /** Invites an operator: sends a mail with a link, which can be used once, within a day. */
  create(operator: model.NewOperator, options?: CallOptions): Promise<model.Operator> {
    return this.call('Operators_create', { body: operator }, options);
  }

  /** Changes an operator. A list of roles in `changes` replaces all previous roles. */
  update(operatorId: string, changes: model.ChangeOperator, options?: CallOptions): Promise<model.Operator> {
    return this.call('Operators_update', { path: { operatorId }, body: changes }, options);
  }

  delete(operatorId: string, options?: CallOptions): Promise<void> {
    return this.call('Operators_delete', { path: { operatorId } }, options);
  }

  /** Invites the operator again. The operator's passkeys and sessions become invalid. */
  invite(operatorId: string, options?: CallOptions): Promise<model.Invitation> {
    return this.call('Operators_invite', { path: { operatorId } }, options);
  }

  /** All roles, rights and their scopes. */
  roles(options?: CallOptions): Promise<model.RoleList> {
    return this.call('Operators_roles', {}, options);
  }
}
