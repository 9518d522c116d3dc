import type { Device } from './device-types.js';
import type { CountersignError } from './errors.js';
import type { EnvironmentPorts, KeyStore, Storage } from './ports.js';
import type { DataToSign, SignedData, SigningOptions } from './signing.js';
import type { Texts } from './languages/texts.js';

export type * from './device-types.js';

/** The settings that an app passes once, when it creates its client. */
export interface ClientOptions extends EnvironmentPorts {
  /** The issuer of the authorization server, exactly as it names itself: `https://…/service/authserver`. */
  readonly issuer: string;
  /** The base URL of the mobile surface, the part of the service that apps call. */
  readonly mobileUrl: string;
  readonly clientId: string;
  /** The redirect URI, exactly as registered for the client. */
  readonly redirectUri: string;
  /** The requested scopes. Default: `openid`, `notifications` and `offline_access`. */
  readonly scopes?: readonly string[];
  /** The language of the texts for people (BCP 47). English is built in. Add other languages with `texts`. */
  readonly language?: string;
  /** Texts of other languages, from `@countersign/client/languages/…`. */
  readonly texts?: readonly Texts[];
  /** Where tokens and small values are stored. Default: IndexedDB in browsers, memory elsewhere. */
  readonly storage?: Storage;
  /** Creates and uses the key of the device. Default: WebCrypto, with a key that cannot be exported. */
  readonly keys?: KeyStore;
  /** Receives log events for developers. They never contain a token, a password or a key. */
  readonly log?: (event: LogEvent) => void;
  /** Asks the user to confirm an answer. Return `null` if the user cancels. */
  readonly onStepUp?: (request: StepUpRequest) => Promise<StepUpAnswer | null>;
  /** How long a call may take, in milliseconds. Default: 15,000. */
  readonly timeout?: number;
}

export interface LogEvent {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  /** The answer of the server to a failed call. */
  readonly response?: unknown;
  readonly error?: unknown;
}

/** The signed-in user. */
export interface Session {
  /**
   * The enterprise's id of the user, from the access token. It does not depend on the name that was typed at the
   * sign-in.
   */
  readonly userId: string;
  /** The `sub` of the ID token. It is opaque, and no other user ever gets it. */
  readonly sub: string;
  readonly name?: string;
  /** When the user last logged in, in seconds since 1970. Register a device within five minutes of it. */
  readonly authTime: number;
}

export interface SignInOptions {
  /** With `login`, the login page asks for the password or passkey even if the user is already signed in there. */
  readonly prompt?: 'login' | 'consent' | 'none';
  readonly loginHint?: string;
  /** The preferred languages of the login pages, the best first. */
  readonly uiLocales?: readonly string[];
  /** Other parameters that the authorization server accepts. */
  readonly extra?: Readonly<Record<string, string>>;
}

export interface Action {
  readonly label: string;
  readonly action: string;
  readonly authlevel: number;
}

export interface Body {
  readonly lng: string;
  readonly subject: string;
  readonly message: string;
  /** The text of a button in this language, by the `label` of its action. */
  readonly label?: Readonly<Record<string, string>>;
}

/** A question that is waiting for an answer. Its members are named as in the mobile interface of the service. */
export interface ActiveNotification {
  readonly notification_uuid: string;
  readonly ds_required: boolean;
  readonly actions: readonly Action[];
  /** The texts by language, with the user's language first. */
  readonly body: readonly Body[];
  readonly create_ts: string;
  readonly expiry_timestamp: string;
  readonly create_ts_epoch: number;
  readonly expiry_timestamp_epoch: number;
  readonly action_performed: string;
  readonly enterprise_id: string;
  readonly content_digest: string;
  /** The actions whose `authlevel` the user cannot meet now, because a passkey, a password or a stored face is missing. */
  readonly unmet_actions?: readonly string[];
}

export type FinalStatus = 'UPDATED' | 'EXPIRED' | 'TAMPERED' | 'DISMISSED' | 'DISCARD' | 'CANCELLED';
export type SigningStatus = 'Verified' | 'Failed' | 'NA';

/** A notification that has ended. */
export interface PastNotification {
  readonly notification_uuid: string;
  readonly status: FinalStatus;
  readonly signing_status: SigningStatus;
  readonly actions: readonly Action[];
  readonly body: readonly Body[];
  readonly action_performed: string;
  readonly create_ts: string;
  readonly update_ts: string;
  readonly expiry_timestamp: string;
  readonly create_ts_epoch: number;
  readonly update_ts_epoch: number;
  readonly expiry_timestamp_epoch: number;
}

export interface ListOptions {
  /** The number of entries. 0 means all. Default: 50. */
  readonly count?: number;
  /** The index of the first entry to return. Indexes start at 1. */
  readonly start?: number;
  readonly enterpriseId?: string;
  readonly from?: Date | string;
  readonly to?: Date | string;
}

export interface HistoryOptions extends ListOptions {
  /** Return only notifications in this status. Without it, return those in any status. */
  readonly status?: FinalStatus;
  readonly action?: string;
  readonly search?: string;
  readonly deviceId?: string;
}

export interface List {
  readonly items: readonly ActiveNotification[];
  readonly start: number;
  readonly count: number;
  readonly total: number;
}

export interface History {
  readonly items: readonly PastNotification[];
  readonly total: number;
}

export interface AnswerResult {
  readonly notification_uuid: string;
  readonly response: string;
  readonly message: string;
  readonly is_ds_verified: boolean;
  /** Whether the connection was lost after sending, and the answer was then found in the history. */
  readonly foundOut: boolean;
}

export type StepUpMethod =
  | { readonly type: 'passkey'; readonly options: unknown }
  | { readonly type: 'password' }
  | { readonly type: 'face'; readonly steps: readonly string[]; readonly nonce: string }
  | { readonly type: 'number'; readonly digits: number };

export interface StepUpRequest {
  readonly notification: ActiveNotification;
  readonly response: string;
  /** The methods that the server accepts, best first. */
  readonly methods: readonly StepUpMethod[];
  readonly expiresAt: Date;
  /** The number of wrong attempts left before the user is blocked. */
  readonly attemptsLeft?: number;
}

export type StepUpAnswer =
  | { readonly type: 'passkey'; readonly assertion: unknown }
  | { readonly type: 'password'; readonly password: string }
  | { readonly type: 'face'; readonly frames: unknown }
  | { readonly type: 'number'; readonly number: string };

export interface Change {
  readonly notification_uuid: string;
  readonly status: 'ACTIVE' | FinalStatus;
}

export interface Changes {
  readonly changes: readonly Change[];
  /** Whether changes may have been missed. Then read the lists again. */
  readonly reset: boolean;
}

export type Connection = 'offline' | 'connecting' | 'online';

/** The events that `on` can listen to, by name. */
export interface Events {
  changed: Changes;
  connection: Connection;
  session: Session | null;
  error: CountersignError;
}

export interface Notifications {
  list(options?: ListOptions): Promise<List>;
  history(options?: HistoryOptions): Promise<History>;
  /** Sends the answer immediately, or fails. An answer is never queued until there is a connection. */
  answer(notification: ActiveNotification, response: string): Promise<AnswerResult>;
  /** Has the user sign data that the app shows. Show exactly this data. */
  sign(data: DataToSign, options?: SigningOptions): Promise<SignedData>;
  dismiss(notificationUuid: string): Promise<void>;
}

export interface Client {
  readonly session: Session | null;
  readonly connection: Connection;
  readonly notifications: Notifications;
  readonly device: Device;
  /**
   * The time of the service in milliseconds since 1970, as far as it is known. Compare the `expiry_timestamp_epoch` of a
   * notification and other times of the service with this, because the device's own clock may be wrong.
   */
  now(): number;
  /** Restores the session of an earlier visit. */
  restore(): Promise<Session | null>;
  /** Resolves with the address of the login page. The app must open it. */
  beginSignIn(options?: SignInOptions): Promise<string>;
  /** `url` is the address with which the browser returned. */
  finishSignIn(url: string): Promise<Session>;
  /**
   * Resolves with a short-lived token for calls that the library does not cover. Its audience is the mobile surface,
   * the part of the service that apps call.
   */
  getAccessToken(): Promise<string>;
  /** Revokes the tokens, and deletes them even if the service cannot be reached. */
  signOut(): Promise<void>;
  /** Opens the live socket and keeps it open. Resolves when it is online for the first time, or has failed once. */
  connect(): Promise<void>;
  disconnect(): void;
  /** Adds a listener. The returned function removes it. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
}
