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

/** Whether users may, or must, have the chip of their passport read. */
export const chipOffers = ['off', 'offered', 'required'] as const;
export type ChipOffer = (typeof chipOffers)[number];

/** The least that a chip must prove: that a state has signed its data, or also that it is no copy. */
export const chipProofs = ['signed_data', 'genuine_chip'] as const;
export type ChipLevel = (typeof chipProofs)[number];

/** The enterprise's app that reads chips, and the link that opens the app. */
export interface ChipApp {
  readonly name: string;
  readonly link: string;
}

/** How a session is judged. Copied from the settings of the client when the session is created. */
export interface SessionSettings extends DocumentThresholds {
  /** Whether a reviewer decides when the engine is not sure. If not, the user has to repeat the step. */
  readonly review: boolean;
  /** How similar selfie and portrait must be, from 0 to 1. */
  readonly matchThreshold: number;
  /** The engine is not sure about scores between this threshold and `matchThreshold`. */
  readonly retryThreshold: number;
  readonly documentTypes: readonly DocumentType[];
  readonly retentionDays: number;
  readonly duplicateFace: boolean;
  /**
   * Whether the colours of the screen must be found in the face. If absent, the user's device decides: see `lightRule`.
   */
  readonly requireLight?: boolean;
  /**
   * Whether European driving licences are read by their numbered fields. Sessions of an earlier version have no such
   * setting.
   */
  readonly licencesByFields?: boolean;
  /** Absent in sessions of an earlier version, which means `off`. */
  readonly chip?: ChipOffer;
  /** If absent, `signed_data` is enough. */
  readonly chipProof?: ChipLevel;
  readonly chipApp?: ChipApp;
  /** The selfie must also match the face that is stored for the user. */
  readonly keptFace?: true;
  /** In test mode: the engine that judges the session instead of the sandbox. */
  readonly engine?: TestEngine;
}

/** Settings of a client. Absent ones have their defaults. */
export interface GivenSettings extends Partial<DocumentThresholds> {
  readonly review?: boolean;
  readonly matchThreshold?: number;
  readonly retryThreshold?: number;
  readonly documentTypes?: readonly string[];
  readonly retentionDays?: number;
  readonly duplicateFace?: boolean;
  readonly requireLight?: boolean;
  readonly licencesByFields?: boolean;
  readonly chip?: ChipOffer;
  readonly chipProof?: ChipLevel;
  readonly chipApp?: ChipApp;
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

/** Unknown document types are ignored, because a client may name types of a later version. */
export function settingsFrom({ documentTypes: named, ...given }: GivenSettings): SessionSettings {
  const accepted = named?.filter(isDocumentType) ?? [];
  return { ...DEFAULTS, ...given, documentTypes: accepted.length > 0 ? accepted : DEFAULTS.documentTypes };
}
