import { first } from '../dom.js';
import { AutoCapture } from './auto-capture.js';
import { CameraControls, chosenCamera } from './camera-controls.js';
import { CameraClosed, CameraError, type CameraTrouble } from './camera.js';
import { Delivery, whenOnline, type Delivered, type DeliveryWord } from './delivery.js';
import { failureIn, glareMark, isBlank, type Failure } from './failure.js';
import { lookAtDocument, type Hint } from './hints.js';
import type { Area } from './grey.js';
import { DrawnGlare, DrawnOutline, type Outline } from './outline.js';
import { beginningOf, FileError, isSentAsItIs, jpegOf, pictureIn, type FileTrouble } from './pictures.js';
import { Scenes } from './scenes.js';
import { openCurrentStep, type Sent } from './sending.js';
import { Viewfinder } from './viewfinder.js';

type Scene = 'choose' | 'camera' | 'preview' | 'sending' | 'unsent' | 'failed';
type Word =
  | Hint
  | CameraTrouble
  | FileTrouble
  | DeliveryWord
  | 'opening'
  | 'taken'
  | 'notTaken'
  | 'blank'
  | 'triesLeft';

/**
 * The middle part of a camera picture, as a share of its width and height. Any document in the on-screen guide covers
 * this part. If it is blank, the picture is refused.
 */
const MIDDLE = 0.6;

/** Takes the picture of one side of a document: by the camera, or from a file. */
export class DocumentCapture {
  readonly #scenes: Scenes<Scene, Word>;
  readonly #finder: Viewfinder;
  readonly #controls: CameraControls;
  readonly #delivery: Delivery;
  #auto = new AutoCapture();
  #picture: HTMLCanvasElement | undefined;
  /** The file that the picture was drawn from, if it can be sent unchanged. */
  #file: Blob | undefined;
  #byCamera = false;

  constructor(root: HTMLElement) {
    const scenes = (this.#scenes = new Scenes<Scene, Word>(root));
    const video = scenes.element(HTMLVideoElement, 'video');
    const guide = scenes.element(Element, '[data-guide]');
    const drawn = new DrawnOutline(scenes.element(SVGPolygonElement, '[data-found-outline]'));
    const onOutline = (outline: Outline | undefined) => drawn.follow(outline);
    const glare = new DrawnGlare(scenes.element(SVGEllipseElement, '[data-found-glare]'));
    const onGlare = (area: Area | undefined) => glare.follow(area);
    this.#finder = new Viewfinder(video, { guide, look: lookAtDocument, onHint: this.#onHint, onOutline, onGlare });
    this.#controls = new CameraControls(scenes, this.#finder.camera, (deviceId) => this.#open(deviceId));
    this.#delivery = new Delivery(scenes);
    video.addEventListener('cameralost', () => this.#fail('unanswering'));
    scenes.on('camera', () => this.#open());
    scenes.on('take', () => this.#take());
    scenes.on('back', () => this.#leave());
    scenes.on('send', () => this.#send());
    scenes.on('again', () => (this.#byCamera ? this.#open() : this.#leave()));
    scenes.on('on', openCurrentStep);
    for (const input of root.querySelectorAll<HTMLInputElement>('input[type=file]')) {
      input.addEventListener('change', () => void this.#openFile(input));
    }
    addEventListener('pagehide', () => this.#finder.close());
    scenes.show('choose', { focus: false });
  }

  async #open(deviceId = chosenCamera()): Promise<void> {
    this.#scenes.trouble('');
    this.#scenes.say(this.#scenes.word('opening'));
    try {
      this.#scenes.show('camera', { focus: false });
      await this.#openCamera(deviceId);
      this.#auto = new AutoCapture();
      await this.#controls.show();
      this.#scenes.part('focus')?.focus();
    } catch (error) {
      if (error instanceof CameraClosed) return;
      this.#fail(error instanceof CameraError ? error.trouble : 'unanswering');
    }
  }

  /** Opens the camera. If the chosen one no longer exists, opens another. */
  async #openCamera(deviceId: string | undefined): Promise<void> {
    const choice = { facing: 'environment' } as const;
    if (deviceId === undefined) return this.#finder.open(choice);
    try {
      await this.#finder.open({ ...choice, deviceId });
    } catch (error) {
      if (error instanceof CameraClosed) throw error;
      await this.#finder.open(choice);
    }
  }

  readonly #onHint = (hint: Hint, { show, speak }: { show?: Hint; speak?: Hint }): void => {
    if (show) {
      this.#scenes.root.dataset['hint'] = show;
      this.#scenes.element(HTMLElement, '[data-hint-text]').textContent = this.#scenes.word(show);
    }
    if (speak) this.#scenes.say(this.#scenes.word(speak));
    if (this.#auto.note(hint, performance.now())) this.#take();
  };

  #take(): void {
    if (this.#finder.video.videoWidth === 0) return;
    const picture = this.#finder.picture();
    if (isBlank(picture, MIDDLE)) this.#fail('blank');
    else this.#preview(picture, { byCamera: true });
  }

  async #openFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    this.#scenes.trouble('');
    try {
      const picture = await pictureIn(file);
      const asItIs = isSentAsItIs(await beginningOf(file), file.size, picture);
      if (isBlank(picture)) this.#fail('blank');
      else this.#preview(picture, { byCamera: false, ...(asItIs && { file }) });
    } catch (error) {
      this.#fail(error instanceof FileError ? error.trouble : 'unreadable');
    }
    input.value = ''; // clears the input, so that the user can choose the same file again
  }

  #preview(picture: HTMLCanvasElement, { byCamera, file }: { byCamera: boolean; file?: Blob }): void {
    this.#finder.close();
    this.#byCamera = byCamera;
    this.#picture = picture;
    this.#file = file;
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', this.#scenes.word('taken'));
    first(HTMLElement, '[data-preview]', this.#scenes.root)?.replaceChildren(picture);
    this.#scenes.show('preview');
    this.#scenes.say(this.#scenes.word('taken'));
  }

  async #send(): Promise<void> {
    if (!this.#picture || this.#scenes.shown === 'sending') return;
    this.#scenes.trouble('');
    this.#scenes.show('sending');
    const sent = await this.#deliver(this.#picture);
    if (sent?.outcome === 'accepted') {
      this.#goOn(sent, this.#picture);
      return;
    }
    if (sent?.outcome === 'elsewhere') return;
    this.#scenes.show('unsent', { focus: false });
    if (sent) {
      this.#scenes.trouble(this.#scenes.word('notTaken'));
      return;
    }
    whenOnline(this.#scenes, () => void this.#send());
  }

  #goOn({ body }: Extract<Sent, { outcome: 'accepted' }>, picture: HTMLCanvasElement): void {
    const failure = failureIn(body);
    if (failure) this.#showFailure(failure, picture);
    else openCurrentStep();
  }

  /**
   * Shows the refused picture with its fault. If the server wants an earlier side again, the button leads to that page.
   */
  #showFailure({ reason, left, step, seen }: Failure, picture: HTMLCanvasElement): void {
    const { root } = this.#scenes;
    const isSameSide = this.#scenes.setting('send').endsWith(`/${step}`);
    for (const button of root.querySelectorAll<HTMLElement>('[data-in=failed] button')) {
      button.hidden = (button.dataset['do'] === 'again') !== isSameSide;
    }
    const mark = reason === 'document_unreadable' && !seen ? glareMark(picture, this.#scenes.word('glare')) : undefined;
    first(HTMLElement, '[data-failed]', root)?.replaceChildren(picture, ...(mark ? [mark] : []));
    this.#scenes.show('failed', { focus: false });
    const reasons = JSON.parse(this.#scenes.setting('reasons')) as Readonly<Record<string, string>>;
    const tries = this.#scenes.word('triesLeft').replace('{count}', String(left));
    this.#scenes.trouble(
      `${reasons[seen?.fault ?? reason] ?? reasons[reason] ?? this.#scenes.word('notTaken')} ${tries}`,
    );
  }

  /**
   * Sends the user's own file, if there is one. If the server refuses its format, because some cameras add other data,
   * sends the redrawn picture.
   */
  async #deliver(picture: HTMLCanvasElement): Promise<Delivered | undefined> {
    const to = { url: this.#scenes.setting('send'), csrf: this.#scenes.setting('csrf') };
    const sent = this.#file && (await this.#delivery.deliver({ ...to, body: this.#file, source: 'file' }));
    if (this.#file && sent?.outcome !== 'refused') return sent;
    this.#file = undefined;
    return this.#delivery.deliver({ ...to, body: await jpegOf(picture) });
  }

  #leave(): void {
    this.#finder.close();
    this.#picture = undefined;
    this.#file = undefined;
    this.#scenes.trouble('');
    this.#scenes.show('choose');
  }

  #fail(word: Word): void {
    this.#finder.close();
    this.#scenes.show('choose', { focus: false });
    this.#scenes.trouble(this.#scenes.word(word));
  }
}
