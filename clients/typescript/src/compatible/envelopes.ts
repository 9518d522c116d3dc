import { utf8 } from '../encoding.js';
import { CountersignError } from '../errors.js';
import { AUTHORIZE_NOTIFICATION, type ChallengeMode } from './constants.js';
import { type OperationEvent, SUCCESS } from '../operations.js';

/** The structures that `RdnaClient`, the library that this one replaces, returns. All members are always present. */

export interface RdnaError {
  readonly longErrorCode: number;
  readonly shortErrorCode: number;
  readonly errorString: string;
}

export interface SyncAnswer {
  readonly error: RdnaError;
}

export const INVALID = 4;
export const UNKNOWN = 39;
export const BLOCKED = 141;
export const ATTEMPTS_USED_UP = 153;
export const UNSUPPORTED_FEATURE = 170;
export const UNSUPPORTED_AUTHENTICATION = 214;

const TITLES: Readonly<Record<number, string>> = {
  0: 'Success',
  [INVALID]: 'Invalid arguments',
  [UNKNOWN]: 'Unknown error',
  [SUCCESS]: 'Success',
  102: 'Step-up missing or failed',
  110: 'Password expired',
  [BLOCKED]: 'User is blocked',
  [ATTEMPTS_USED_UP]: 'Attempts used up',
  [UNSUPPORTED_FEATURE]: 'Feature not supported',
  [UNSUPPORTED_AUTHENTICATION]: 'Authentication method not supported',
};

export const errorOf = (code: number, errorString = TITLES[code] ?? 'Unknown error'): RdnaError => ({
  longErrorCode: code,
  shortErrorCode: code,
  errorString,
});

export const answerOf = (code = 0, text?: string): SyncAnswer => ({ error: errorOf(code, text) });

/** The operations whose outcome is sent in the form of `envelopeOf`, with the name of the event and the method id. */
export const METHODS = {
  GetNotifications: { event: 'onGetNotifications', id: 14 },
  UpdateNotification: { event: 'onUpdateNotification', id: 15 },
  GetNotificationHistory: { event: 'onGetNotificationsHistory', id: 14 },
} as const;
export type Method = keyof typeof METHODS;

/** Status codes that are also reported as the error code of the call. With all others, the error code is 0. */
export const ALSO_ERRORS: readonly number[] = [INVALID, UNKNOWN, BLOCKED];

export function envelopeOf(method: Method, { StatusCode, StatusMsg, ResponseData }: OperationEvent['response']) {
  const errCode = ALSO_ERRORS.includes(StatusCode) ? StatusCode : 0;
  return {
    errCode,
    error: errorOf(errCode, errCode === 0 ? undefined : StatusMsg),
    eMethId: METHODS[method].id,
    pArgs: {
      service_details: {},
      response: {
        ResponseData,
        ResponseDataLen: utf8(JSON.stringify(ResponseData)).length,
        StatusMsg,
        StatusCode,
        CredOpMode: 0,
      },
      pxyDetails: {
        isStarted: 0,
        isLocalhostOnly: 0,
        isAutoStarted: 0,
        isPrivacyEnabled: 0,
        portType: 0,
        port: 0,
      },
    },
  };
}

/** The default members of each outcome. */
const EMPTY: Readonly<Record<Method, (subject: string) => object>> = {
  GetNotifications: () => ({ notifications: [], start: '0', count: '0', total: '0' }),
  GetNotificationHistory: () => ({ history: [], total_count: 0 }),
  UpdateNotification: (notification_uuid) => ({ notification_uuid, is_ds_verified: false }),
};

/** Adds all members that the interface promises, also for a failed call. */
export function completed(
  method: Method,
  response: OperationEvent['response'],
  subject = '',
): OperationEvent['response'] {
  const { StatusCode, StatusMsg } = response;
  const status = method === 'UpdateNotification' ? { status_code: StatusCode, message: StatusMsg } : {};
  return { ...response, ResponseData: { ...status, ...EMPTY[method](subject), ...response.ResponseData } };
}

/**
 * Converts an error to a status code of `RdnaClient`, the library that this one replaces. `StatusMsg` is the text for
 * the user.
 */
export function responseOf(caught: unknown): OperationEvent['response'] {
  const error = caught instanceof CountersignError ? caught : undefined;
  const StatusCode = error ? (codes[error.code] ?? UNKNOWN) : UNKNOWN;
  const reason = error?.code ?? 'unknown';
  return { StatusCode, StatusMsg: error?.userMessage ?? TITLES[UNKNOWN] ?? '', ResponseData: { reason } };
}

const codes: Readonly<Record<string, number>> = {
  invalid: INVALID,
  unknown_notification: INVALID,
  finished: INVALID,
  expired: INVALID,
  tampered: INVALID,
  signature: INVALID,
  step_up: 102,
  approval_needed: 102,
  login_required: 110,
  blocked: BLOCKED,
  attempts_used_up: ATTEMPTS_USED_UP,
};

/** The common members of all session events. */
export function challengeOf(sessionID: string, statusCode = SUCCESS, statusMessage = TITLES[statusCode] ?? 'Failed') {
  return {
    status: { statusCode, statusMessage },
    session: { sessionType: sessionID === '' ? 0 : 1, sessionID },
    additionalInfo: {
      DNAProxyPort: 0,
      isAdUser: 0,
      isDNAProxyLocalHostOnly: 0,
      jwtJsonTokenInfo: '',
      settings: '',
      mtlsP12Bundle: '',
      configSettings: '',
      loginIDs: [],
      availableGroups: [],
      idvAuditInfo: '',
      idvUserRole: '',
      currentWorkFlow: '',
      isMTDDownloadOnly: 0,
    },
    challengeInfo: [],
  };
}

type Challenge = ReturnType<typeof challengeOf>;

export const userAsked = (userId: string, challengeResponse: Challenge) => ({
  recentLoggedInUser: userId,
  rememberedUsers: userId === '' ? [] : [userId],
  challengeResponse,
  error: errorOf(0),
});

export const passwordAsked = (
  userID: string,
  attemptsLeft: number,
  challengeResponse: Challenge,
  challengeMode: ChallengeMode = AUTHORIZE_NOTIFICATION,
) => ({
  userID,
  challengeMode,
  attemptsLeft,
  challengeResponse,
  error: errorOf(0),
});
