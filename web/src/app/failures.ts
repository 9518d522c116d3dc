import { CountersignError } from '@countersign/client';
import { t } from './language.js';

/** Of these messages none is about the service: the phone itself has no network. */
const OFFLINE = new Set(['offline', 'timeout']);

export const isOffline = (error: unknown): boolean => error instanceof CountersignError && OFFLINE.has(error.code);

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof CountersignError && codes.includes(error.code);

/** What people are told. The rest is for the log. */
export const messageOf = (error: unknown): string =>
  error instanceof CountersignError ? error.userMessage : t('failed');
