import { CameraControls, chosenCamera } from './camera-controls.js';
import { CameraError, type CameraTrouble } from './camera.js';
import { challengeIn, type Challenge } from './challenge.js';
import { Delivery, whenOnline, type DeliveryWord } from './delivery.js';
import { failureIn, type Failure } from './failure.js';
import { FileError, jpegOf, pictureIn, type FileTrouble } from './pictures.js';
import { Scenes } from './scenes.js';
import { showFailedSelfie, type FailedWord } from './selfie-failure.js';
import { SelfieFilm, type FilmWord, type Frame } from './selfie-film.js';
import { goOn } from './sending.js';

type Scene = 'choose' | 'camera' | 'sending' | 'unsent' | 'failed';
type Word = FilmWord | CameraTrouble | FileTrouble | DeliveryWord | FailedWord | 'notTaken';

/** How it is taken: with movements, and with colours of the screen. */
interface Way {
  readonly moving: boolean;
  readonly lit: boolean;
}

/** Takes a selfie while the user does what the server asks for, or a still one where the user has chosen that. */
export class SelfieCapture {
  readonly #scenes: Scenes<Scene, Word>;
  readonly #film: SelfieFilm;
  readonly #controls: CameraControls;
  readonly #delivery: Delivery;
  #frames: Frame[] = [];
  /** How many of them have arrived. */
  #sent = 0;
  /** The number of the present run: what an earlier one still does is of no interest. */
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
    scenes.on('send', () => this.#deliver());
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
    this.#frames = [];
    this.#sent = 0;
    this.#scenes.trouble('');
    try {
      this.#scenes.show('camera');
      await this.#film.open({ facing: 'user', ...deviceOf(chosenCamera()) });
      await this.#controls.show();
      const challenge = await this.#challenge(way);
      if (!challenge || run !== this.#run) return;
      this.#frames = await this.#film.take(challenge, () => run !== this.#run);
      if (run === this.#run) await this.#deliver();
    } catch (error) {
      if (run === this.#run) this.#fail(error instanceof CameraError ? error.trouble : 'unanswering');
    }
  }

  /** Undefined where there is none; the user has been told. */
  async #challenge({ moving, lit }: Way): Promise<Challenge | undefined> {
    const said = (yes: boolean): string => (yes ? 'yes' : 'no');
    const camera = this.#film.finder.camera.name ?? '';
    const body = new URLSearchParams({ motion: said(moving), light: said(lit), camera });
    const sent = await this.#delivery.deliver({ ...this.#to('challenge'), body });
    const challenge = sent?.outcome === 'accepted' ? challengeIn(sent.body) : undefined;
    if (challenge) return challenge;
    if (sent === undefined)
      this.#leave({ focus: false }); // the user has been told why
    else if (sent.outcome !== 'elsewhere') this.#fail('notTaken');
    return undefined;
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
      this.#sent = 0;
      this.#byCamera = false;
      await this.#deliver();
    } catch (error) {
      this.#fail(error instanceof FileError ? error.trouble : 'unreadable');
    }
    input.value = '';
  }

  /** What has arrived is not sent again. */
  async #deliver(): Promise<void> {
    this.#film.close();
    this.#scenes.trouble('');
    this.#scenes.show('sending');
    const of = this.#frames.length + 1;
    for (const { nonce, number, picture } of this.#frames.slice(this.#sent)) {
      const part = { done: this.#sent, of };
      const sent = await this.#delivery.deliver({ ...this.#to(`frames/${number}`), nonce, body: picture }, part);
      if (sent?.outcome !== 'accepted') {
        this.#unsent(sent?.outcome);
        return;
      }
      this.#sent++;
    }
    const sent = await this.#delivery.deliver(this.#to('selfie'), { done: this.#sent, of });
    if (sent?.outcome !== 'accepted') this.#unsent(sent?.outcome);
    else await this.#goOn(failureIn(sent.body));
  }

  async #goOn(failure: Failure | undefined): Promise<void> {
    if (!failure) {
      goOn();
      return;
    }
    const frame = this.#frames.find(({ number }) => number === failure.seen?.frame) ?? this.#frames[0];
    await showFailedSelfie(this.#scenes, failure, frame?.picture, this.#byCamera);
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
