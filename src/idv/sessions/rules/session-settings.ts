import {
  defaultThresholds,
  type DocumentThresholds,
  type DocumentType,
  documentTypes,
  isDocumentType,
} from '@countersign/identity-engine';

/** Engines that may judge a session in test mode instead of the sandbox. */
export const testEngines = ['built-in'] as const;
export type TestEngine = (typeof testEngines)[number];

/** Whether users cannot, may or must have the chip of their passport read. */
export const chipOffers = ['off', 'offered', 'required'] as const;
export type ChipOffer = (typeof chipOffers)[number];

/**
 * The required proof of a passport chip. `signed_data`: a state has signed the data. `genuine_chip`: the chip has also
 * proven that it is not a copy.
 */
export const chipProofs = ['signed_data', 'genuine_chip'] as const;
export type ChipLevel = (typeof chipProofs)[number];

/** The enterprise's app that reads chips, and the link that opens the app. */
export interface ChipApp {
  readonly name: string;
  readonly link: string;
}

/** The rules for judging a session, copied from the settings of the client when the session is created. */
export interface SessionSettings extends DocumentThresholds {
  /**
   * Who decides when the engine is not certain. True: a reviewer. False: nobody, and the user has to repeat the step.
   */
  readonly review: boolean;
  /** Minimum similarity between selfie and portrait, from 0 to 1. */
  readonly matchThreshold: number;
  /**
   * Minimum similarity that a reviewer may still accept. If the similarity is between this threshold and
   * `matchThreshold`, the engine is not certain.
   */
  readonly retryThreshold: number;
  readonly documentTypes: readonly DocumentType[];
  readonly retentionDays: number;
  readonly duplicateFace: boolean;
  /**
   * Whether the face must reflect the colours of the screen. If absent, this depends on the user's device: see
   * `lightRule`.
   */
  readonly requireLight?: boolean;
  /**
   * Whether European driving licences are read by their numbered fields. Absent in sessions created by an earlier
   * version.
   */
  readonly licencesByFields?: boolean;
  /** Whether the chip is read. Absent in sessions created by an earlier version, which means `off`. */
  readonly chip?: ChipOffer;
  /** The proof that the chip must give. If absent, `signed_data` is enough. */
  readonly chipProof?: ChipLevel;
  readonly chipApp?: ChipApp;
  /** Whether the selfie must also match the stored face of the user. */
  readonly keptFace?: true;
  /** In test mode: the engine that judges the session instead of the sandbox. */
  readonly engine?: TestEngine;
}

/** The settings of a client, as the enterprise has set them. Settings that are absent have default values. */
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

/**
 * Fills in default values. Unknown document types are ignored, because a client may name types that only a later
 * version knows.
 */
export function settingsFrom({ documentTypes: named, ...given }: GivenSettings): SessionSettings {
  const accepted = named?.filter(isDocumentType) ?? [];
  return { ...DEFAULTS, ...given, documentTypes: accepted.length > 0 ? accepted : DEFAULTS.documentTypes };
}
