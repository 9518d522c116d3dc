import { CountersignError } from '@countersign/client';
import { t } from './language.js';

/** The browser's messages for a phone without a network. None is about the service. */
const OFFLINE = new Set(['offline', 'timeout']);

export const isOffline = (error: unknown): boolean => error instanceof CountersignError && OFFLINE.has(error.code);

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof CountersignError && codes.includes(error.code);

/** The message for people. The details are for the log. */
export const messageOf = (error: unknown): string =>
  error instanceof CountersignError ? error.userMessage : t('failed');
