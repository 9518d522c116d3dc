import type { Device } from './device-types.js';
import type { CountersignError } from './errors.js';
import type { EnvironmentPorts, KeyStore, Storage } from './ports.js';
import type { DataToSign, SignedData, SigningOptions } from './signing.js';
import type { Texts } from './languages/texts.js';

export type * from './device-types.js';

/** What an app says once, when it makes its client. */
export interface ClientOptions extends EnvironmentPorts {
  /** The authorization server, as it names itself: `https://…/service/authserver`. */
  readonly issuer: string;
  /** The base URL of the mobile surface. */
  readonly mobileUrl: string;
  readonly clientId: string;
  /** Registered for the client, letter by letter. */
  readonly redirectUri: string;
  /** Default: `openid`, `notifications` and `offline_access`. */
  readonly scopes?: readonly string[];
  /** The language of the texts for people (BCP 47). English is built in; others come with `texts`. */
  readonly language?: string;
  /** Texts of other languages, from `@countersign/client/languages/…`. */
  readonly texts?: readonly Texts[];
  /** Where tokens and small things are kept. Default: IndexedDB in browsers, memory elsewhere. */
  readonly storage?: Storage;
  /** Makes and uses the key of the device. Default: WebCrypto, with a key that cannot be exported. */
  readonly keys?: KeyStore;
  /** What the developer should know. Never has a token, a password or a key. */
  readonly log?: (event: LogEvent) => void;
  /** Asks the user to confirm an answer. `null`: the user gave up. */
  readonly onStepUp?: (request: StepUpRequest) => Promise<StepUpAnswer | null>;
  /** How long a call may take, in milliseconds. Default: 15,000. */
  readonly timeout?: number;
}

export interface LogEvent {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  /** What the server answered, when a call has failed. */
  readonly response?: unknown;
  readonly error?: unknown;
}

/** The signed-in user. */
export interface Session {
  /** The enterprise's id of the user, as the access token names it: who signed in, whatever was typed. */
  readonly userId: string;
  /** The `sub` of the ID token: opaque, and never another user's. */
  readonly sub: string;
  readonly name?: string;
  /** When the user last logged in, in seconds since 1970. A device is registered within five minutes of it. */
  readonly authTime: number;
}

export interface SignInOptions {
  /** `login`: ask for the password or passkey, even if the user is signed in there. */
  readonly prompt?: 'login' | 'consent' | 'none';
  readonly loginHint?: string;
  /** Languages of the pages, the best first. */
  readonly uiLocales?: readonly string[];
  /** Languages aside, whatever the authorization server takes. */
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

/** A question that waits for its answer, with the members that the interface gives it. */
export interface ActiveNotification {
  readonly notification_uuid: string;
  readonly ds_required: boolean;
  readonly actions: readonly Action[];
  /** The user's language first. */
  readonly body: readonly Body[];
  readonly create_ts: string;
  readonly expiry_timestamp: string;
  readonly create_ts_epoch: number;
  readonly expiry_timestamp_epoch: number;
  readonly action_performed: string;
  readonly enterprise_id: string;
  readonly content_digest: string;
  /** The actions whose `authlevel` the user cannot meet at present: there is no passkey, no password, no kept face. */
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
  /** How many; 0: all. Default: 50. */
  readonly count?: number;
  /** Where to begin; the first has the index 1. */
  readonly start?: number;
  readonly enterpriseId?: string;
  readonly from?: Date | string;
  readonly to?: Date | string;
}

export interface HistoryOptions extends ListOptions {
  /** In this status only. Without it: in any. */
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
  /** The connection was lost after the answer was sent; it was found in the history. */
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
  /** What the server accepts, best first. */
  readonly methods: readonly StepUpMethod[];
  readonly expiresAt: Date;
  /** Wrong ones before the user is blocked. */
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
  /** Too much was missed to be told: read the lists anew. */
  readonly reset: boolean;
}

export type Connection = 'offline' | 'connecting' | 'online';

/** What `on` tells, by name. */
export interface Events {
  changed: Changes;
  connection: Connection;
  session: Session | null;
  error: CountersignError;
}

export interface Notifications {
  list(options?: ListOptions): Promise<List>;
  history(options?: HistoryOptions): Promise<History>;
  /** Sent at once, or not at all: an answer never waits for a connection. */
  answer(notification: ActiveNotification, response: string): Promise<AnswerResult>;
  /** Has the user sign data that the app shows: the app shows exactly this. */
  sign(data: DataToSign, options?: SigningOptions): Promise<SignedData>;
  dismiss(notificationUuid: string): Promise<void>;
}

export interface Client {
  readonly session: Session | null;
  readonly connection: Connection;
  readonly notifications: Notifications;
  readonly device: Device;
  /** Takes up the session of an earlier visit. */
  restore(): Promise<Session | null>;
  /** The address of the login page; the app goes there. */
  beginSignIn(options?: SignInOptions): Promise<string>;
  /** `url`: the address by which the browser came back. */
  finishSignIn(url: string): Promise<Session>;
  /** A token that is good for a moment, for calls that the library does not make. Its audience is the mobile surface. */
  getAccessToken(): Promise<string>;
  /** Revokes the tokens, and forgets them even when the service cannot be reached. */
  signOut(): Promise<void>;
  /** Opens the live socket, and keeps it open. Resolves when it is online for the first time, or has failed once. */
  connect(): Promise<void>;
  disconnect(): void;
  /** Returns what ends the listening. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
}
