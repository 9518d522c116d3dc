import { CameraControls, chosenCamera } from './camera-controls.js';
import { CameraClosed, CameraError, type CameraTrouble } from './camera.js';
import { challengeIn } from './challenge.js';
import { Delivery, whenOnline, type DeliveryWord } from './delivery.js';
import { failureIn, type Failure } from './failure.js';
import { FrameQueue } from './frame-queue.js';
import { FileError, jpegOf, pictureIn, type FileTrouble } from './pictures.js';
import { Scenes } from './scenes.js';
import { showFailedSelfie, type FailedWord } from './selfie-failure.js';
import { SelfieFilm, type FilmWord } from './selfie-film.js';
import { openCurrentStep } from './sending.js';

type Scene = 'choose' | 'camera' | 'sending' | 'unsent' | 'failed';
type Word = FilmWord | CameraTrouble | FileTrouble | DeliveryWord | FailedWord | 'notTaken';

/** How the selfie is taken: with movements, and with colours of the screen. */
interface Way {
  readonly moving: boolean;
  readonly lit: boolean;
}

/** Takes a selfie while the user follows the server's instructions, or a still one if the user has chosen that. */
export class SelfieCapture {
  readonly #scenes: Scenes<Scene, Word>;
  readonly #film: SelfieFilm;
  readonly #controls: CameraControls;
  readonly #delivery: Delivery;
  #queue: FrameQueue | undefined;
  /** The number of the present run. Results of an earlier run are ignored. */
  #run = 0;
  #way: Way = { moving: true, lit: true };
  #byCamera = false;

  constructor(root: HTMLElement) {
    const scenes = (this.#scenes = new Scenes<Scene, Word>(root));
    const film = (this.#film = new SelfieFilm(scenes));
    this.#controls = new CameraControls(scenes, film.finder.camera, () => this.#begin(this.#way));
    this.#delivery = new Delivery(scenes);
    film.finder.video.addEventListener('cameralost', () => this.#fail('unanswering'));
    scenes.on('camera', () => this.#begin({ moving: true, lit: true }));
    scenes.on('unlit', () => this.#begin({ moving: true, lit: false }));
    scenes.on('still', () => this.#begin({ moving: false, lit: true }));
    scenes.on('still-unlit', () => this.#begin({ moving: false, lit: false }));
    scenes.on('back', () => this.#leave());
    scenes.on('again', () => (this.#byCamera ? this.#begin(this.#way) : this.#leave()));
    scenes.on('send', () => this.#sendAgain());
    for (const input of root.querySelectorAll<HTMLInputElement>('input[type=file]')) {
      input.addEventListener('change', () => void this.#useFile(input));
    }
    addEventListener('pagehide', () => film.close());
    scenes.show('choose', { focus: false });
  }

  async #begin(way: Way): Promise<void> {
    const run = ++this.#run;
    this.#way = way;
    this.#byCamera = true;
    this.#queue = undefined;
    this.#scenes.trouble('');
    try {
      this.#scenes.show('camera');
      await this.#openCamera();
      const queue = await this.#challenge(way);
      if (!queue || run !== this.#run) return;
      this.#queue = queue;
      await this.#film.take(queue, () => run !== this.#run || queue.isRefused);
      if (run === this.#run) await this.#deliver();
    } catch (error) {
      if (run === this.#run) this.#fail(error instanceof CameraError ? error.trouble : 'unanswering');
    }
  }

  async #openCamera(): Promise<void> {
    await this.#film.open({ facing: 'user', ...deviceOf(chosenCamera()) });
    await this.#controls.show();
  }

  /**
   * Gets a challenge, and returns the `FrameQueue` that sends its frames. `undefined` if that failed; the user has been
   * told.
   */
  async #challenge({ moving, lit }: Way): Promise<FrameQueue | undefined> {
    const said = (yes: boolean): string => (yes ? 'yes' : 'no');
    const camera = this.#film.finder.camera.name ?? '';
    const pointer = matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine';
    const body = new URLSearchParams({ motion: said(moving), light: said(lit), camera, pointer });
    const sent = await this.#delivery.deliver({ ...this.#to('challenges'), body });
    const challenge = sent?.outcome === 'accepted' ? challengeIn(sent.body) : undefined;
    if (challenge) return new FrameQueue(challenge, this.#delivery, (route) => this.#to(route));
    if (sent === undefined) this.#leave({ focus: false }); // a message has already told the user why
    else if (sent.outcome !== 'elsewhere') this.#fail('notTaken');
    return undefined;
  }

  async #useFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    this.#scenes.trouble('');
    try {
      const picture = await jpegOf(await pictureIn(file));
      const queue = await this.#challenge({ moving: false, lit: false });
      if (!queue) return;
      queue.add({ number: 0, picture });
      this.#queue = queue;
      this.#byCamera = false;
      await this.#deliver();
    } catch (error) {
      this.#fail(error instanceof FileError ? error.trouble : 'unreadable');
    }
    input.value = '';
  }

  /** Sends what has not arrived yet, and continues with the colour that the server wants next. */
  async #deliver(): Promise<void> {
    const queue = this.#queue;
    if (!queue) return;
    this.#scenes.trouble('');
    if (queue.challenge.lit && !queue.isLit && !(await this.#light(queue))) return;
    this.#film.close();
    this.#scenes.show('sending');
    const arrived = await queue.flush();
    const sent = arrived === 'accepted' ? await queue.finish() : undefined;
    if (sent?.outcome === 'accepted') await this.#goOn(queue, failureIn(sent.body));
    else this.#unsent(sent?.outcome ?? arrived);
  }

  /** Shows the colours. Returns whether all were shown; if not, the user has been told. */
  async #light(queue: FrameQueue): Promise<boolean> {
    const run = this.#run;
    if (!this.#film.isOpen) {
      this.#scenes.show('camera');
      await this.#openCamera();
    }
    const lit = await this.#film.light(queue, () => run !== this.#run);
    if (run !== this.#run) return false;
    if (lit !== 'accepted') this.#unsent(lit);
    return lit === 'accepted';
  }

  async #goOn({ frames }: FrameQueue, failure: Failure | undefined): Promise<void> {
    if (!failure) {
      openCurrentStep();
      return;
    }
    const frame = frames.find(({ number }) => number === failure.seen?.frame) ?? frames[0];
    await showFailedSelfie(this.#scenes, failure, frame?.picture, this.#byCamera);
  }

  #unsent(outcome: string | undefined): void {
    this.#film.close();
    if (outcome === 'elsewhere') return;
    if (outcome === 'refused') {
      this.#fail('notTaken');
      return;
    }
    this.#scenes.show('unsent', { focus: false });
    whenOnline(this.#scenes, () => void this.#sendAgain());
  }

  async #sendAgain(): Promise<void> {
    try {
      await this.#deliver();
    } catch (error) {
      if (error instanceof CameraClosed) return;
      this.#fail(error instanceof CameraError ? error.trouble : 'unanswering');
    }
  }

  #to(route: string): { url: string; csrf: string } {
    return { url: `${this.#scenes.setting('send')}/${route}`, csrf: this.#scenes.setting('csrf') };
  }

  #leave(options?: { focus: boolean }): void {
    this.#stop();
    this.#scenes.show('choose', options);
  }

  #stop(): void {
    this.#run++;
    this.#film.close();
  }

  #fail(word: Word): void {
    this.#stop();
    this.#scenes.show('choose', { focus: false });
    this.#scenes.trouble(this.#scenes.word(word));
  }
}

const deviceOf = (deviceId: string | undefined) => (deviceId === undefined ? {} : { deviceId });
