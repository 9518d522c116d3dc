import { isFinal, type SessionStatus } from '../sessions/rules/session-status.js';

interface Ended {
  readonly status: SessionStatus;
  readonly redirectUrl: string;
  readonly errorUrl: string | null;
}

/** The address for the browser when there is nothing left to do. */
export const returnUrlOf = ({ status, redirectUrl, errorUrl }: Ended): string =>
  isFinal(status) && status !== 'VERIFIED' ? (errorUrl ?? redirectUrl) : redirectUrl;
