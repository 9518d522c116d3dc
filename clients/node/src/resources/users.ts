import type { Readable } from 'node:stream';
import type { CallOptions } from '../calls/api.js';
import type { ExportOptions, ListExport } from '../calls/list-export.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type ExportQueryOf, type QueryOf, Resource } from './resource.js';

/** The users of your enterprise. Scopes: `users:read`, `users:write`. */
export class Users extends Resource {
  /** The user, and the status changes that are allowed now. */
  get(userId: string, options?: CallOptions): Promise<model.UserDetails> {
    return this.call('Users_get', { path: { userId } }, options);
  }

  /**
   * Enrols a user. The status is CREATED, ONBOARDING if `preferredStatus` says so, or ACTIVE if there is a
   * `passwordHash`.
   */
  create(user: model.CreateUser, options?: CallOptions): Promise<model.EnrolledUser> {
    return this.call('Users_create', { body: user }, options);
  }

  /** Changes only the fields that you give. `null` removes a value. */
  update(userId: string, changes: model.ChangeUser, options?: CallOptions): Promise<model.User> {
    return this.call('Users_update', { path: { userId }, body: changes }, options);
  }

  /** Changes the status: `CREATED`, `BLOCKED`, `UNBLOCK` and so on. Nothing changes if the user has the status already. */
  changeStatus(userId: string, change: model.UpdateStatus, options?: CallOptions): Promise<model.User> {
    return this.call('Users_changeStatus', { path: { userId }, body: change }, options);
  }

  /** Audit events, verifications and notifications, newest first, within the scopes of the token. */
  activity(userId: string, query: QueryOf<'Users_activity'> = {}, options?: CallOptions): Listing<model.Activity> {
    return this.listed('Users_activity', 'activity', { path: { userId }, query }, options);
  }

  /** The status changes, newest first: who made them, when and why. */
  statusChanges(
    userId: string,
    query: QueryOf<'Users_statusChanges'> = {},
    options?: CallOptions,
  ): Listing<model.StatusChange> {
    return this.listed('Users_statusChanges', 'statusChanges', { path: { userId }, query }, options);
  }

  /** Sends a new activation code. The previous one becomes invalid. */
  resendActivationCode(userId: string, options?: CallOptions): Promise<void> {
    return this.call('Users_resendActivationCode', { path: { userId } }, options);
  }

  /**
   * Lists users, ordered by id. With `q`, they are ordered by the matching value: first values that begin with the
   * text, then ids that contain it.
   */
  list(query: QueryOf<'Users_list'> = {}, options?: CallOptions): Listing<model.User> {
    return this.listed('Users_list', 'users', { query }, options);
  }

  /** The list as one stream: `for await` reads users, `csv()` returns a file. */
  exportList(query: ExportQueryOf<'Users_list'> = {}, options?: ExportOptions): ListExport<model.User> {
    return this.exported('Users_list', 'users', { query }, options);
  }

  /** Starts one action for up to 1,000 users, in the background. */
  startAction(request: model.NewUserAction, options?: CallOptions): Promise<model.UserAction> {
    return this.call('Users_startAction', { body: request }, options);
  }

  /** Lists the actions that were started for many users at once, the newest first. */
  listActions(query: QueryOf<'Users_listActions'> = {}, options?: CallOptions): Listing<model.UserAction> {
    return this.listed('Users_listActions', 'actions', { query }, options);
  }

  /** The progress of an action for many users, and for whom it failed. */
  getAction(actionId: string, options?: CallOptions): Promise<model.UserAction> {
    return this.call('Users_getAction', { path: { actionId } }, options);
  }

  /**
   * Requests an export of many users for an operator. Unless few users are named by id, a second operator must approve
   * it. Programs use `exportList` instead.
   */
  allowExport(
    request: model.NewAllowedExport,
    query: QueryOf<'Users_allowExport'> = {},
    options?: CallOptions,
  ): Promise<model.AllowedExport> {
    return this.call('Users_allowExport', { body: request, query }, options);
  }

  /** Downloads an approved export. It can be downloaded once. */
  takeExport(exportId: string, options?: CallOptions): Promise<Readable> {
    return this.file('Users_takeExport', { path: { exportId } }, options);
  }

  /** Exports all data about a user. */
  export(userId: string, options?: CallOptions): Promise<Record<string, unknown>> {
    return this.call('Users_export', { path: { userId } }, options);
  }

  /** Exports all data about a user, with a reason, which operators must give. */
  askForExport(
    userId: string,
    reason: model.ExportReason = {},
    options?: CallOptions,
  ): Promise<Record<string, unknown>> {
    return this.call('Users_askForExport', { path: { userId }, body: reason }, options);
  }
}

/** The sessions and credentials of a user. Scopes: `users:read`, `users:write`. */
export class UserSignIn extends Resource {
  sessions(userId: string, options?: CallOptions): Promise<model.LoginSessions> {
    return this.call('UserSignIn_sessions', { path: { userId } }, options);
  }

  endSession(userId: string, id: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_endSession', { path: { userId, id } }, options);
  }

  /** Ends all sessions, and the access of every application. */
  endSessions(userId: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_endSessions', { path: { userId } }, options);
  }

  applications(userId: string, options?: CallOptions): Promise<model.UserApplications> {
    return this.call('UserSignIn_applications', { path: { userId } }, options);
  }

  endApplication(userId: string, clientId: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_endApplication', { path: { userId, clientId } }, options);
  }

  /** The sign-in methods of the user, and the failed attempts that still count. */
  credentials(userId: string, options?: CallOptions): Promise<model.UserCredentials> {
    return this.call('UserSignIn_credentials', { path: { userId } }, options);
  }

  removePasskey(userId: string, id: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_removePasskey', { path: { userId, id } }, options);
  }

  /** Removes the authenticator app. */
  removeTotp(userId: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_removeTotp', { path: { userId } }, options);
  }

  /** Removes the recovery codes. The user is notified, and can create new ones on the account page. */
  removeRecoveryCodes(userId: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_removeRecoveryCodes', { path: { userId } }, options);
  }

  /** Stops the replacement of a lost second factor. The second factors stay as they are. */
  stopFactorRecovery(userId: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_stopFactorRecovery', { path: { userId } }, options);
  }

  forgetTries(userId: string, options?: CallOptions): Promise<void> {
    return this.call('UserSignIn_forgetTries', { path: { userId } }, options);
  }
}

/** Operations for many users at once. Scope: `users:write`. */
export class UserBatches extends Resource {
  /** Enrols up to 1,000 users. Each is accepted or refused separately: `results[i]` belongs to user `i`. */
  enrol(users: model.UserBatch['users'], options?: CallOptions): Promise<model.UserBatchAnswer> {
    return this.call('UserBatches_enrol', { body: { users } }, options);
  }
}

/** The devices on which users answer notifications. Scopes: `users:read`, `users:write`. */
export class Devices extends Resource {
  list(userId: string, query: QueryOf<'Devices_list'> = {}, options?: CallOptions): Listing<model.Device> {
    return this.listed('Devices_list', 'devices', { path: { userId }, query }, options);
  }

  get(userId: string, deviceId: string, options?: CallOptions): Promise<model.Device> {
    return this.call('Devices_get', { path: { userId, deviceId } }, options);
  }

  /** Changes the name, and whether the device is blocked. */
  update(userId: string, deviceId: string, changes: model.ChangeDevice, options?: CallOptions): Promise<model.Device> {
    return this.call('Devices_update', { path: { userId, deviceId }, body: changes }, options);
  }

  delete(userId: string, deviceId: string, options?: CallOptions): Promise<void> {
    return this.call('Devices_delete', { path: { userId, deviceId } }, options);
  }
}
