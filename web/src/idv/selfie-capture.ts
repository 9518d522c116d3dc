import { AutoCapture } from './auto-capture.js';
import { CameraControls, chosenCamera } from './camera-controls.js';
import { CameraError, type CameraTrouble } from './camera.js';
import { BETWEEN_MS, challengeIn, HEARD_MS, LIT_AFTER_MS, LIT_MS, MOST_FRAMES, stagesOf } from './challenge.js';
import type { Challenge, Movement, Stage } from './challenge.js';
import { Delivery, whenOnline, type DeliveryWord } from './delivery.js';
import { lookAtFace, type Hint } from './hints.js';
import { FileError, jpegOf, pictureIn, type FileTrouble } from './pictures.js';
import { Scenes } from './scenes.js';
import { goOn } from './sending.js';
import { Viewfinder } from './viewfinder.js';

type Scene = 'choose' | 'camera' | 'sending' | 'unsent';
type Word = Hint | Movement | 'colours' | CameraTrouble | FileTrouble | DeliveryWord | 'opening' | 'notTaken';

interface Frame {
  readonly nonce: string;
  readonly number: number;
  readonly picture: Blob;
}

const LONGEST = 960;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How it is taken: with movements, and with colours of the screen. */
interface Way {
  readonly moving: boolean;
  readonly lit: boolean;
}

/** Takes a selfie while the user does what the server asks for, or a still one where the user has chosen that. */
export class SelfieCapture {
  readonly #scenes: Scenes<Scene, Word>;
  readonly #finder: Viewfinder;
  readonly #controls: CameraControls;
  readonly #delivery: Delivery;
  #frames: Frame[] = [];
  #taken = 0;
  #auto = new AutoCapture();
  #onGood: (() => void) | undefined;
  /** The number of the present run: what an earlier one still does is of no interest. */
  #run = 0;
  #way: Way = { moving: true, lit: true };

  constructor(root: HTMLElement) {
    const scenes = (this.#scenes = new Scenes<Scene, Word>(root));
    const video = scenes.element(HTMLVideoElement, 'video');
    const guide = scenes.element(Element, '[data-guide]');
    this.#finder = new Viewfinder(video, { guide, look: lookAtFace, onHint: this.#onHint });
    this.#controls = new CameraControls(scenes, this.#finder.camera, () => this.#begin(this.#way));
    this.#delivery = new Delivery(scenes);
    video.addEventListener('cameralost', () => this.#fail('unanswering'));
    scenes.on('camera', () => this.#begin({ moving: true, lit: true }));
    scenes.on('unlit', () => this.#begin({ moving: true, lit: false }));
    scenes.on('still', () => this.#begin({ moving: false, lit: true }));
    scenes.on('still-unlit', () => this.#begin({ moving: false, lit: false }));
    scenes.on('back', () => this.#leave());
    scenes.on('send', () => this.#deliver());
    for (const input of root.querySelectorAll<HTMLInputElement>('input[type=file]')) {
      input.addEventListener('change', () => void this.#useFile(input));
    }
    addEventListener('pagehide', () => this.#finder.close());
    scenes.show('choose', { focus: false });
  }

  async #begin(way: Way): Promise<void> {
    const run = ++this.#run;
    this.#way = way;
    this.#frames = [];
    this.#scenes.trouble('');
    try {
      this.#scenes.show('camera');
      this.#instruct('opening');
      await this.#finder.open({ facing: 'user', ...deviceOf(chosenCamera()) });
      await this.#controls.show();
      const challenge = await this.#challenge(way);
      if (!challenge || run !== this.#run) return;
      for (const stage of stagesOf(challenge)) await this.#film(stage, challenge, run);
      await this.#light(challenge, run);
      if (run === this.#run) await this.#deliver();
    } catch (error) {
      if (run === this.#run) this.#fail(error instanceof CameraError ? error.trouble : 'unanswering');
    }
  }

  /** Undefined where there is none; the user has been told. */
  async #challenge({ moving, lit }: Way): Promise<Challenge | undefined> {
    const said = (yes: boolean): string => (yes ? 'yes' : 'no');
    const camera = this.#finder.camera.name ?? '';
    const body = new URLSearchParams({ motion: said(moving), light: said(lit), camera });
    const sent = await this.#delivery.deliver({ ...this.#to('challenge'), body });
    const challenge = sent?.outcome === 'accepted' ? challengeIn(sent.body) : undefined;
    if (challenge) return challenge;
    if (sent?.outcome !== 'elsewhere') this.#fail(sent ? 'notTaken' : 'offline');
    return undefined;
  }

  async #film({ movement, frames }: Stage, { nonce }: Challenge, run: number): Promise<void> {
    if (run !== this.#run) return;
    this.#instruct(movement);
    await pause(HEARD_MS);
    if (frames[0] === 0) await this.#untilGood();
    for (const number of frames) {
      if (run !== this.#run) return;
      this.#frames.push({ nonce, number, picture: await jpegOf(this.#finder.whole(LONGEST)) });
      await pause(BETWEEN_MS);
    }
  }

  /** The page becomes one colour after the other, around the camera's picture. */
  async #light({ nonce, colours }: Challenge, run: number): Promise<void> {
    const { root } = this.#scenes;
    if (colours.length === 0 || run !== this.#run) return;
    this.#instruct('colours');
    await pause(HEARD_MS);
    for (const [index, colour] of colours.entries()) {
      if (run !== this.#run) return;
      root.dataset['light'] = colour;
      await pause(LIT_MS);
      const picture = await jpegOf(this.#finder.whole(LONGEST));
      this.#frames.push({ nonce, number: MOST_FRAMES + index, picture });
      await pause(LIT_AFTER_MS);
    }
    delete root.dataset['light'];
  }

  #untilGood(): Promise<void> {
    this.#auto = new AutoCapture();
    return new Promise((resolve) => {
      this.#onGood = resolve;
    });
  }

  readonly #onHint = (hint: Hint, { show, speak }: { show?: Hint; speak?: Hint }): void => {
    if (show && show !== 'good')
      this.#scenes.element(HTMLElement, '[data-light]').textContent = this.#scenes.word(show);
    if (show === 'good') this.#scenes.element(HTMLElement, '[data-light]').textContent = '';
    if (speak && speak !== 'good' && this.#onGood) this.#scenes.say(this.#scenes.word(speak));
    if (!this.#auto.note(hint, performance.now())) return;
    this.#onGood?.();
    this.#onGood = undefined;
  };

  #instruct(word: Word): void {
    this.#scenes.root.dataset['movement'] = word;
    this.#scenes.element(HTMLElement, '[data-hint-text]').textContent = this.#scenes.word(word);
    this.#scenes.say(this.#scenes.word(word));
  }

  async #useFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    this.#scenes.trouble('');
    try {
      const picture = await jpegOf(await pictureIn(file));
      const challenge = await this.#challenge({ moving: false, lit: false });
      if (!challenge) return;
      this.#frames = [{ nonce: challenge.nonce, number: 0, picture }];
      await this.#deliver();
    } catch (error) {
      this.#fail(error instanceof FileError ? error.trouble : 'unreadable');
    }
    input.value = '';
  }

  /** What has arrived is not sent again. */
  async #deliver(): Promise<void> {
    this.#finder.close();
    this.#scenes.trouble('');
    this.#scenes.show('sending');
    this.#taken = Math.max(this.#taken, this.#frames.length);
    for (let frame = this.#frames[0]; frame; frame = this.#frames[0]) {
      const part = { done: this.#taken - this.#frames.length, of: this.#taken + 1 };
      const { nonce, number, picture } = frame;
      const sent = await this.#delivery.deliver({ ...this.#to(`frames/${number}`), nonce, body: picture }, part);
      if (sent?.outcome !== 'accepted') {
        this.#unsent(sent?.outcome);
        return;
      }
      this.#frames.shift();
    }
    const sent = await this.#delivery.deliver(this.#to('selfie'), { done: this.#taken, of: this.#taken + 1 });
    if (sent?.outcome === 'accepted') goOn();
    else this.#unsent(sent?.outcome);
  }

  #unsent(outcome: string | undefined): void {
    if (outcome === 'elsewhere') return;
    if (outcome === 'refused') {
      this.#fail('notTaken');
      return;
    }
    this.#scenes.show('unsent', { focus: false });
    whenOnline(() => void this.#deliver());
  }

  #to(route: string): { url: string; csrf: string } {
    return { url: `${this.#scenes.setting('send')}/${route}`, csrf: this.#scenes.setting('csrf') };
  }

  #leave(): void {
    this.#stop();
    this.#scenes.show('choose');
  }

  #stop(): void {
    this.#run++;
    delete this.#scenes.root.dataset['light'];
    this.#finder.close();
  }

  #fail(word: Word): void {
    this.#stop();
    this.#scenes.show('choose', { focus: false });
    this.#scenes.trouble(this.#scenes.word(word));
  }
}

const deviceOf = (deviceId: string | undefined) => (deviceId === undefined ? {} : { deviceId });
