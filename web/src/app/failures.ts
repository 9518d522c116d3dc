import { CountersignError } from '@countersign/client';
import { t } from './language.js';

/** Error codes of the client library that mean a problem of the phone's network, not of the service. */
const OFFLINE = new Set(['offline', 'timeout']);

export const isOffline = (error: unknown): boolean => error instanceof CountersignError && OFFLINE.has(error.code);

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof CountersignError && codes.includes(error.code);

/** The message to show to the user. The error's details are only for the log. */
export const messageOf = (error: unknown): string =>
  error instanceof CountersignError ? error.userMessage : t('failed');
