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

/**
 * A fault in the pictures of a document that the page explains to the user in more detail than the reason for the
 * refusal. `front_again`: the user photographed the front twice, instead of the front and the back.
 */
export type DocumentFault = 'front_again';

/** The fault in a document's pictures as sent to the browser, where the page has a message for each fault. */
export interface DocumentFaultSeen {
  readonly fault: DocumentFault;
}

export interface Holder {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The pictures of a document to read. All of them are plain JPEGs: inspected, upright and without metadata. */
export interface DocumentPictures {
  readonly front: Buffer;
  readonly back?: Buffer;
  /**
   * The previous picture of the front, if that could not be read reliably. If both pictures show the same document, a
   * reader may combine the data in them.
   */
  readonly earlier?: Buffer;
  /** The back of the document, from the same attempt as the picture in `earlier`. */
  readonly earlierBack?: Buffer;
  readonly type: DocumentType;
  readonly country: string;
  /**
   * The user's name, from the enterprise. Only the sandbox uses it: it reads no pictures, but returns a specimen
   * document with this name. Other readers take the name from the picture.
   */
  readonly holder: Holder;
  /** Whether documents of Utopia (UTO), the state of specimens, are accepted. They are accepted only in test mode. */
  readonly specimens: boolean;
  /** Whether a driving licence may be read by its numbered fields. */
  readonly byFields: boolean;
  /** The thresholds from the settings of the session. */
  readonly thresholds: DocumentThresholds;
  readonly signal: AbortSignal;
}

export type DocumentReading =
  | {
      readonly outcome: 'read';
      readonly document: DocumentData;
      /** The holder's face on the document, as a JPEG. */
      readonly portrait?: Buffer;
      /**
       * The box around the face in the portrait, in fractions of the picture of the front. Absent if the page in the
       * picture was not upright.
       */
      readonly portraitAt?: Box;
      readonly scores: Scores;
      /**
       * Reasons why the reader is not certain about the document. If the client has reviewers, a reviewer decides about
       * them; otherwise the user has to take new pictures.
       */
      readonly doubts?: readonly DocumentReason[];
      /** For each field in the machine-readable code of a document, whether its value is also printed there as text. */
      readonly printed?: PrintedFields;
      /**
       * Signs of manipulation in the pictures. Reviewers see all of them, but only those that `isSuspicious` counts can
       * cause a review or another attempt.
       */
      readonly signals?: readonly PictureSignal[];
    }
  | { readonly outcome: 'retry'; readonly reason: DocumentReason; readonly seen?: DocumentFault };

/**
 * Reads the text that is printed on a document. If the reader is not certain, it reports that the document is
 * unreadable, never that the data does not match.
 */
export abstract class DocumentReader {
  /**
   * Whether the reader can read documents of this type from that issuer. Documents that it cannot read are not offered
   * to users.
   */
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

/** A numeric description of a face, to be stored. It can be compared only with descriptions by the same model. */
export interface FaceTemplate {
  readonly model: string;
  readonly values: readonly number[];
}

export abstract class FaceMatcher {
  /**
   * Compares the portrait with several selfies of one person, which are ordered from best to worst. The result is the
   * median of the scores of all selfies.
   */
  abstract compare(portrait: Buffer, selfies: readonly Buffer[], signal: AbortSignal): Promise<FaceComparison>;

  /** The model in use, followed by other models whose templates can still be compared. */
  abstract readonly models: readonly [inUse: string, ...others: string[]];

  /**
   * Computes the template of a face. Returns `undefined` if the picture shows no face that can be compared. Without
   * `model`, the model in use is used.
   */
  abstract describe(selfie: Buffer, signal: AbortSignal, model?: string): Promise<FaceTemplate | undefined>;

  /**
   * Returns the similarity of two faces, from 0 to 1, on the same scale as the score of `compare`. Returns `undefined`
   * if the templates come from two different models, or from a model that is not installed.
   */
  abstract likeness(one: FaceTemplate, other: FaceTemplate): number | undefined;
}

export interface Frame {
  readonly number: number;
  /**
   * Reads the picture of this frame. The judge of a selfie reads only a few frames at a time, because all pictures
   * together would take too much memory.
   */
  readonly read: () => Promise<Buffer>;
}

export type LivenessJudgement =
  | {
      readonly outcome: 'live';
      /** The numbers of the frames that show the face best, from best to worst. There is at least one. */
      readonly selfies: readonly number[];
      readonly score: number;
      /**
       * How clearly the colours of the screen are reflected by the face and not by the background, from 0 to 1. Above
       * 0.5 they count as found.
       */
      readonly light?: number;
      /** The fraction of frames that repeat an earlier frame, from 0 to 1. */
      readonly repeated?: number;
    }
  | { readonly outcome: 'retry'; readonly reason: SelfieReason; readonly seen?: SeenFault | undefined };

/** A frame that was taken while the screen showed a colour. */
export interface ColouredFrame extends Frame {
  readonly colour: LightColour;
}

/** Draws a random integer from 0 to `below` - 1. */
export type Draw = (below: number) => number;

export abstract class LivenessJudge {
  /**
   * Chooses the moves to make in front of the camera, in an order that `draw` decides. The same random numbers from
   * `draw` result in the same challenge.
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
