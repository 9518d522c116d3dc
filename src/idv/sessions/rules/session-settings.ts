import {
  defaultThresholds,
  type DocumentThresholds,
  type DocumentType,
  documentTypes,
  isDocumentType,
} from '@countersign/identity-engine';

/** Engines that may judge a session in test mode in place of the sandbox. */
export const testEngines = ['built-in'] as const;
export type TestEngine = (typeof testEngines)[number];

/** How a session is judged. */
export interface SessionSettings extends DocumentThresholds {
  /** Whether a person decides where the engine is not sure. Otherwise the user tries again. */
  readonly review: boolean;
  /** How alike selfie and portrait must be, from 0 to 1. */
  readonly matchThreshold: number;
  /** From here to the match the engine is not sure. */
  readonly retryThreshold: number;
  readonly documentTypes: readonly DocumentType[];
  readonly retentionDays: number;
  readonly duplicateFace: boolean;
  /** Whether the colours of the screen must be found in the face. Absent: by the device, see `lightRule`. */
  readonly requireLight?: boolean;
  /** Whether European driving licences are read by their numbered fields. Sessions of an earlier version do not say. */
  readonly licencesByFields?: boolean;
  /** In test mode: the engine of live users in place of the sandbox. */
  readonly engine?: TestEngine;
}

/** Settings by a client. An absent one follows the defaults. */
export interface GivenSettings extends Partial<DocumentThresholds> {
  readonly review?: boolean;
  readonly matchThreshold?: number;
  readonly retryThreshold?: number;
  readonly documentTypes?: readonly string[];
  readonly retentionDays?: number;
  readonly duplicateFace?: boolean;
  readonly requireLight?: boolean;
  readonly licencesByFields?: boolean;
}

const DEFAULTS: SessionSettings = {
  review: false,
  matchThreshold: 0.8,
  retryThreshold: 0.6,
  ...defaultThresholds,
  documentTypes,
  retentionDays: 30,
  duplicateFace: false,
};

/** Names of types that nobody knows are left out: a client may name those of a later version. */
export function settingsFrom({ documentTypes: named, ...given }: GivenSettings): SessionSettings {
  const accepted = named?.filter(isDocumentType) ?? [];
  return { ...DEFAULTS, ...given, documentTypes: accepted.length > 0 ? accepted : DEFAULTS.documentTypes };
}
