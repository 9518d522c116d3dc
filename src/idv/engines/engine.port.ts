import type {
  Box,
  ChallengeMove,
  DocumentData,
  DocumentThresholds,
  DocumentType,
  LightColour,
  PictureSignal,
  PrintedFields,
  Scores,
  SeenFault,
} from '@countersign/identity-engine';
import type { DocumentReason, SelfieReason } from '../sessions/rules/reasons.js';

/** A fault in the pictures of a document that is more specific than the reason of the refusal. */
export type DocumentFault = 'front_again';

/** The fault as it is sent to the page, which has a text for each fault. */
export interface DocumentFaultSeen {
  readonly fault: DocumentFault;
}

export interface Holder {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** All pictures are plain JPEGs: inspected, upright, without metadata. */
export interface DocumentPictures {
  readonly front: Buffer;
  readonly back?: Buffer;
  /**
   * The previous picture of the front, if it was not read with certainty. A reader may add data from it, if both show
   * the same document.
   */
  readonly earlier?: Buffer;
  /** The previous picture of the back, which belongs to `earlier`. */
  readonly earlierBack?: Buffer;
  readonly type: DocumentType;
  readonly country: string;
  /**
   * The user's name as the enterprise enrolled it. Only the sandbox uses it: it reads no pictures, and returns a
   * specimen document in this name. Other readers take the name from the picture.
   */
  readonly holder: Holder;
  /** Whether documents of UTO, the state of specimens, are accepted: in test mode only. */
  readonly specimens: boolean;
  /** Whether a driving licence may be read by its numbered fields. */
  readonly byFields: boolean;
  /** The thresholds of the session's settings. */
  readonly thresholds: DocumentThresholds;
  readonly signal: AbortSignal;
}

export type DocumentReading =
  | {
      readonly outcome: 'read';
      readonly document: DocumentData;
      /** The holder's face on the document, as a JPEG. */
      readonly portrait?: Buffer;
      /** The box of the portrait's face on the front, in shares of the picture. Absent if the page was not upright. */
      readonly portraitAt?: Box;
      readonly scores: Scores;
      /**
       * Reasons why the reader is not sure. With reviewers, a person decides; otherwise the user takes new pictures.
       */
      readonly doubts?: readonly DocumentReason[];
      /** The fields of a machine-readable code, each with whether the same value is also printed as text. */
      readonly printed?: PrintedFields;
      /** Signals of manipulation in the pictures. Only those that `isSuspicious` counts can cause a doubt. */
      readonly signals?: readonly PictureSignal[];
    }
  | { readonly outcome: 'retry'; readonly reason: DocumentReason; readonly seen?: DocumentFault };

/**
 * Reads what is printed on a document. When it is not sure, it reports the document as unreadable, never as a mismatch.
 */
export abstract class DocumentReader {
  /** Whether the reader can read documents of this kind from that issuer. Others are not offered to users. */
  abstract reads(type: DocumentType, country: string, byFields: boolean): boolean;

  abstract read(pictures: DocumentPictures): Promise<DocumentReading>;

  /**
   * Whether the picture shows a face, even one that could not be compared. If not, the picture is not the front of a
   * document.
   */
  abstract showsPortrait(picture: Buffer, signal: AbortSignal): Promise<boolean>;
}

export type FaceComparison =
  | { readonly outcome: 'compared'; readonly score: number }
  | { readonly outcome: 'retry'; readonly reason: SelfieReason };

/** The description of a face, to be stored. Only descriptions by the same model can be compared with it. */
export interface FaceTemplate {
  readonly model: string;
  readonly values: readonly number[];
}

export abstract class FaceMatcher {
  /** `selfies` are of one person, the best first. The median of their scores decides. */
  abstract compare(portrait: Buffer, selfies: readonly Buffer[], signal: AbortSignal): Promise<FaceComparison>;

  /** The model in use, then those whose templates can still be compared. */
  abstract readonly models: readonly [inUse: string, ...others: string[]];

  /**
   * Returns `undefined` if the picture shows no face that can be compared. Without `model`, the model in use describes
   * the face.
   */
  abstract describe(selfie: Buffer, signal: AbortSignal, model?: string): Promise<FaceTemplate | undefined>;

  /**
   * How similar two faces are, from 0 to 1, on the same scale as the score of `compare`. `undefined` if the templates
   * are of two different models, or of a model that is not installed.
   */
  abstract likeness(one: FaceTemplate, other: FaceTemplate): number | undefined;
}

export interface Frame {
  readonly number: number;
  /** Reads the frame's picture. The judge reads a few frames at a time, because all of them would take much memory. */
  readonly read: () => Promise<Buffer>;
}

export type LivenessJudgement =
  | {
      readonly outcome: 'live';
      /** The numbers of the frames that show the face best, the best first. There is at least one. */
      readonly selfies: readonly number[];
      readonly score: number;
      /**
       * From 0 to 1: how well the colours of the screen are found in the face, and not behind it. Above 0.5 they count
       * as found.
       */
      readonly light?: number;
      /** From 0 to 1: the part of the frames that repeat an earlier frame. */
      readonly repeated?: number;
    }
  | { readonly outcome: 'retry'; readonly reason: SelfieReason; readonly seen?: SeenFault | undefined };

/** A frame that was taken while the screen showed a colour. */
export interface ColouredFrame extends Frame {
  readonly colour: LightColour;
}

/** Draws a whole number from 0 to one less than `below`. */
export type Draw = (below: number) => number;

export abstract class LivenessJudge {
  /**
   * Draws the moves to make in front of the camera, in an order that nobody can foresee. The same draws give the same
   * challenge.
   */
  abstract challenge(draw?: Draw): readonly ChallengeMove[];

  abstract judge(
    challenge: readonly ChallengeMove[],
    frames: readonly Frame[],
    signal: AbortSignal,
    lit?: readonly ColouredFrame[],
  ): Promise<LivenessJudgement>;
}

/** Reads documents and judges faces. */
export interface Engine {
  readonly documents: DocumentReader;
  readonly faces: FaceMatcher;
  readonly liveness: LivenessJudge;
}

/** The engine for live users; undefined if none is installed. */
export abstract class LiveEngine {
  abstract get(): Engine | undefined;
}
