import { AutoCapture } from './auto-capture.js';
import type { CameraChoice } from './camera.js';
import { BETWEEN_MS, COLOURS_SHOWN, HEARD_MS, LIT_MS, MOST_FRAMES, stagesOf } from './challenge.js';
import type { Movement, Stage } from './challenge.js';
import { FaceGuide } from './face/face-guide.js';
import type { FrameQueue, Outcome } from './frame-queue.js';
import type { Area, Grey } from './grey.js';
import { lookAtFace, type Hint, type Looked } from './hints.js';
import { jpegOf } from './pictures.js';
import type { Scenes } from './scenes.js';
import { Viewfinder } from './viewfinder.js';

export type FilmWord = Hint | Movement | 'colours' | 'opening' | 'seen' | 'sending';

const LONGEST = 960;
/**
 * The longest side of a frame with a colour. Such frames are smaller, because the next colour is shown only after a
 * frame has arrived.
 */
const LONGEST_LIT = 640;
/**
 * After this time, filming starts even if the face is not found or is in the wrong place: the server may recognise it
 * better.
 */
const PLACED_WITHIN_MS = 10_000;
/** How long the page waits for a movement before it continues. */
const SHOWN_WITHIN_MS = 5_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Films the user, while the page gives the instructions of the server's challenge. */
export class SelfieFilm {
  readonly finder: Viewfinder;
  readonly #face = new FaceGuide();
  readonly #ring: SVGElement;
  #auto = new AutoCapture();
  #onGood: (() => void) | undefined;
  /** Whether the face must be in the oval before filming starts. */
  #places = false;
  #said: FilmWord = 'opening';

  constructor(private readonly scenes: Scenes<'camera', FilmWord>) {
    const video = scenes.element(HTMLVideoElement, 'video');
    const guide = scenes.element(Element, '[data-guide]');
    this.#ring = scenes.element(SVGElement, '[data-ring]');
    this.finder = new Viewfinder(video, {
      guide,
      look: (now, before, oval) => this.#look(now, before, oval),
      onHint: this.#onHint,
      onPicture: (picture, oval) => this.#face.look(picture, oval),
    });
  }

  async open(choice: CameraChoice): Promise<void> {
    this.instruct('opening');
    this.#show(0);
    this.#face.begin();
    await this.finder.open(choice);
    await this.#face.ready();
  }

  close(): void {
    this.#onGood = undefined;
    delete this.scenes.root.dataset['light'];
    this.finder.close();
  }

  get isOpen(): boolean {
    return this.finder.camera.isOpen;
  }

  /** Films the movements. Stops early when `isOver` returns true. */
  async take(queue: FrameQueue, isOver: () => boolean): Promise<void> {
    const stages = stagesOf(queue.challenge);
    const all = stages.flatMap(({ frames }) => frames).length + (queue.challenge.lit ? COLOURS_SHOWN : 0);
    const take = async (number: number): Promise<void> => {
      queue.add({ number, picture: await jpegOf(this.finder.whole(LONGEST)) });
      this.#show(queue.frames.length / all);
    };
    for (const stage of stages) await this.#film(stage, take, isOver);
  }

  /**
   * Fills the page with one colour after the other, around the camera's picture. Returns `accepted` when no colour is
   * left.
   */
  async light(queue: FrameQueue, isOver: () => boolean): Promise<Outcome> {
    if (!queue.isAllSent) this.instruct('sending');
    const arrived = await queue.flush();
    if (arrived !== 'accepted' || isOver()) return arrived;
    this.instruct('colours');
    await pause(HEARD_MS);
    if (!queue.colour) {
      const asked = await queue.askForLight();
      if (asked !== 'accepted') return asked;
    }
    while (queue.colour && !isOver()) {
      this.scenes.root.dataset['light'] = queue.colour;
      await pause(LIT_MS);
      const lit = queue.frames.filter(({ number }) => number >= MOST_FRAMES).length;
      queue.add({ number: MOST_FRAMES + lit, picture: await jpegOf(this.finder.whole(LONGEST_LIT)) });
      this.#show(queue.frames.length / (queue.frames.length + COLOURS_SHOWN - lit - 1));
      const sent = await queue.flush();
      if (sent !== 'accepted') return sent;
    }
    delete this.scenes.root.dataset['light'];
    queue.isLit = !queue.colour;
    return 'accepted';
  }

  async #film({ movement, frames }: Stage, take: (number: number) => Promise<void>, isOver: () => boolean) {
    if (isOver()) return;
    this.instruct(movement);
    this.#face.ask(movement);
    await pause(HEARD_MS);
    if (frames[0] === 0) await this.#untilGood();
    else if (await this.#face.shown(SHOWN_WITHIN_MS)) this.#seen(movement);
    for (const number of frames) {
      if (isOver()) return;
      await take(number);
      await pause(BETWEEN_MS);
    }
  }

  async #untilGood(): Promise<void> {
    this.#auto = new AutoCapture();
    this.#places = true;
    const late = setTimeout(() => (this.#places = false), PLACED_WITHIN_MS);
    await new Promise<void>((resolve) => (this.#onGood = resolve));
    clearTimeout(late);
    this.#write(this.#said, 'good');
  }

  #look(now: Grey, before: Grey | undefined, oval: Area): Looked {
    const looked = lookAtFace(now, before, oval);
    const { placing } = this.#face;
    if (!this.#onGood || !this.#places || !placing || placing === 'good') return looked;
    return looked.hint === 'dark' || looked.hint === 'bright' ? looked : { ...looked, hint: placing };
  }

  readonly #onHint = (hint: Hint, { show, speak }: { show?: Hint; speak?: Hint }): void => {
    if (show && this.#onGood) this.#write(show === 'good' ? this.#said : show, show);
    else if (show) this.#note(show);
    if (speak && speak !== 'good' && this.#onGood) this.scenes.say(this.scenes.word(speak));
    if (!this.#auto.note(hint, performance.now())) return;
    this.#onGood?.();
    this.#onGood = undefined;
  };

  instruct(word: FilmWord): void {
    this.#said = word;
    this.scenes.root.dataset['movement'] = word;
    this.#write(word);
    this.scenes.say(this.scenes.word(word));
  }

  #seen(movement: Movement): void {
    const word = movement === 'look_straight' ? movement : 'seen';
    this.#write(word, 'good');
    if (word === 'seen') this.scenes.say(this.scenes.word(word));
  }

  /** Writes an instruction on the camera's picture. */
  #write(word: FilmWord, hint?: Hint): void {
    const { root } = this.scenes;
    if (hint) root.dataset['hint'] = hint;
    else delete root.dataset['hint'];
    this.scenes.element(HTMLElement, '[data-hint-text]').textContent = this.scenes.word(word);
    this.#note('good');
  }

  /** Writes a hint below the picture, where it does not distract during a movement. */
  #note(hint: Hint): void {
    this.scenes.element(HTMLElement, 'p[data-light]').textContent = hint === 'good' ? '' : this.scenes.word(hint);
  }

  /** Shows the progress: the share of all frames that are taken. */
  #show(share: number): void {
    this.#ring.style.strokeDasharray = `${100 * share} 200`;
  }
}
