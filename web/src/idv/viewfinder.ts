import { HintPace } from './auto-capture.js';
import { Camera, type CameraChoice } from './camera.js';
import { greyOf, type Area, type Grey } from './grey.js';
import { scaledArea, scaledTo, seenOf } from './guide.js';
import type { Hint, Looked } from './hints.js';
import type { Outline } from './outline.js';
import { drawnFrom } from './pictures.js';

type Look = (now: Grey, before: Grey | undefined, guide: Area) => Looked;

export interface Looking {
  /** The shape that is drawn over the video, for the user to fill. */
  readonly guide: Element;
  readonly look: Look;
  /**
   * Receives the part of the picture that is visible in the box, and the area of the on-screen guide in it. It may
   * transfer the pixels.
   */
  readonly onPicture?: (picture: ImageData, guide: Area) => void;
  /** Receives the document's outline, relative to the box. */
  readonly onOutline?: (outline: Outline | undefined) => void;
  /** Receives the area of a reflection, relative to the box. */
  readonly onGlare?: (glare: Area | undefined) => void;
  readonly onHint: (hint: Hint, tell: { show?: Hint; speak?: Hint }) => void;
}

/**
 * The longest side, in pixels, at which pictures are examined, and the time between two examinations: enough to detect
 * blur, without much work for a slow phone.
 */
const JUDGED_AT = 420;
const EVERY_MS = 140;

/** Shows the camera's picture in a box, and examines the part in the on-screen guide a few times a second. */
export class Viewfinder {
  readonly camera: Camera;
  readonly #canvas = document.createElement('canvas');
  #before: Grey | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #pace = new HintPace();

  constructor(
    readonly video: HTMLVideoElement,
    private readonly looking: Looking,
  ) {
    this.camera = new Camera(video);
  }

  async open(choice: CameraChoice): Promise<void> {
    await this.camera.open(choice);
    this.#before = undefined;
    this.#pace = new HintPace();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
    this.camera.close();
  }

  /** The part of the picture that is visible in the box. */
  picture(longest?: number): HTMLCanvasElement {
    return drawnFrom(this.video, this.#seen(), longest);
  }

  /** The whole camera picture, beyond the box: a face is recognised more reliably with its surroundings. */
  whole(longest: number): HTMLCanvasElement {
    const { videoWidth: width, videoHeight: height } = this.video;
    return drawnFrom(this.video, { left: 0, top: 0, width, height }, longest);
  }

  #seen(): Area {
    const { videoWidth, videoHeight, clientWidth, clientHeight } = this.video;
    return seenOf({ width: videoWidth, height: videoHeight }, { width: clientWidth, height: clientHeight });
  }

  #look(): void {
    if (this.video.videoWidth === 0 || this.video.paused) return;
    const picture = this.#small();
    if (!picture) return;
    const now = greyOf(picture);
    const guide = this.#guideIn(now);
    const { hint, outline, glare } = this.looking.look(now, this.#before, guide);
    this.#before = now;
    this.looking.onPicture?.(picture, guide);
    this.looking.onOutline?.(outline && inShares(outline, now));
    this.looking.onGlare?.(glare && scaledArea(glare, now, { width: 1, height: 1 }));
    this.looking.onHint(hint, this.#pace.note(hint, performance.now()));
  }

  #guideIn(picture: Grey): Area {
    const [box, guide] = [this.video.getBoundingClientRect(), this.looking.guide.getBoundingClientRect()];
    const { width, height } = guide;
    return scaledArea({ left: guide.left - box.left, top: guide.top - box.top, width, height }, box, picture);
  }

  #small(): ImageData | undefined {
    const seen = this.#seen();
    const { width, height } = scaledTo(JUDGED_AT, seen);
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(this.video, seen.left, seen.top, seen.width, seen.height, 0, 0, width, height);
    return context?.getImageData(0, 0, width, height);
  }
}

const inShares = (outline: Outline, { width, height }: Grey): Outline =>
  outline.map(([x, y]) => [x / width, y / height] as const) as unknown as Outline;
