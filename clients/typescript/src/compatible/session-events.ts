import { type OperationEvent, SUCCESS } from '../operations.js';
import type { Session } from '../types.js';
import type { ChallengeMode } from './constants.js';
import { challengeOf, errorOf, passwordAsked, UNKNOWN, userAsked } from './envelopes.js';

/** Sends an event to the app, by the means of the platform (Cordova or React Native). */
export type Emit = (name: string, payload: object) => void;

/** Data of a request for a password: the attempts left, the purpose, and why it is asked for again. */
export interface AskedPassword {
  readonly attemptsLeft: number;
  readonly mode: ChallengeMode;
  readonly lastFailure: { readonly code: number; readonly message: string } | undefined;
}

/** Tracks who is logged in, and sends the session events to the app. */
export class SessionEvents {
  /** The user who is logged in, or was last. */
  userId = '';
  #session: Session | undefined;
  #ended: Session | undefined;
  #isLoggingOff = false;
  #callsUnderWay = 0;

  constructor(private readonly emit: Emit) {}

  /** Resets the state when the app initializes again. */
  reset(): void {
    this.#session = undefined;
    this.#ended = undefined;
    this.#isLoggingOff = false;
  }

  changed(session: Session | null): void {
    const before = this.#session;
    this.#session = session ?? undefined;
    if (session) this.userId = session.userId;
    else this.#ended = before;
    this.#tellLoggedOff();
  }

  /** Marks that the app itself is logging the user off, so that the event is sent at once. */
  loggingOff(): void {
    this.#isLoggingOff = true;
  }

  /**
   * Delays the event `onUserLoggedOff` until the call is over. If the call discovers that the service has ended the
   * session, the event with the call's outcome must come first.
   */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#callsUnderWay += 1;
    try {
      return await call();
    } finally {
      this.#callsUnderWay -= 1;
      this.#tellLoggedOff();
    }
  }

  tellLoggedIn(): void {
    const challengeResponse = challengeOf(this.#session?.sub ?? '');
    this.emit('onUserLoggedIn', { userID: this.userId, challengeResponse, error: errorOf(0) });
  }

  askForUser(statusCode?: number, statusMessage?: string): void {
    this.emit('getUser', userAsked(this.userId, challengeOf('', statusCode, statusMessage)));
  }

  askForPassword({ attemptsLeft, mode, lastFailure }: AskedPassword): void {
    const challengeResponse = challengeOf(this.#session?.sub ?? '', lastFailure?.code, lastFailure?.message);
    this.emit('getPassword', passwordAsked(this.userId, attemptsLeft, challengeResponse, mode));
  }

  /**
   * Sends the event about the app's request to extend the session. `failed` is the server's response if the request
   * failed.
   */
  tellExtended(failed: OperationEvent['response'] | undefined): void {
    const { StatusCode: statusCode = SUCCESS, StatusMsg: statusMessage = 'Success' } = failed ?? {};
    const error = failed ? errorOf(UNKNOWN, statusMessage) : errorOf(0);
    this.emit('onSessionExtensionResponse', { userID: this.userId, status: { statusCode, statusMessage }, error });
  }

  #tellLoggedOff(): void {
    const ended = this.#ended;
    if (!ended || (this.#callsUnderWay > 0 && !this.#isLoggingOff)) return;
    this.#ended = undefined;
    this.#isLoggingOff = false;
    const { userId: userID, sub } = ended;
    this.emit('onUserLoggedOff', { userID, challengeResponse: challengeOf(sub), error: errorOf(0) });
    this.askForUser();
  }
}
