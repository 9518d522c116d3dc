/** Why a camera gives no picture. The page contains a text for each reason. */
export type CameraTrouble = 'refused' | 'missing' | 'unanswering';

export class CameraError extends Error {
  constructor(readonly trouble: CameraTrouble) {
    super(trouble);
  }
}

/** The camera was closed, or opened again, before it gave a picture. There is nothing to tell the user. */
export class CameraClosed extends Error {}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

export interface CameraChoice {
  readonly facing: 'environment' | 'user';
  readonly deviceId?: string;
}

/** The properties of a torch that a browser may know; TypeScript's types do not have them. */
interface WithTorch {
  readonly torch?: boolean;
}

/** The picture of one camera, shown in a video element. */
export class Camera {
  #stream: MediaStream | undefined;
  /**
   * Changes whenever the camera is closed. A running `open` compares it, and gives up if the camera was closed
   * meanwhile.
   */
  #turn = 0;

  constructor(readonly video: HTMLVideoElement) {}

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  /** Resolves when the camera delivers its first picture. */
  async open(choice: CameraChoice): Promise<void> {
    this.close();
    const turn = this.#turn;
    const isWanted = () => turn === this.#turn;
    try {
      await this.#start(choice, isWanted);
    } catch (error) {
      throw isWanted() ? error : new CameraClosed();
    }
  }

  async #start({ facing, deviceId }: CameraChoice, isWanted: () => boolean): Promise<void> {
    const size = { width: { ideal: 2_560 }, height: { ideal: 1_440 } };
    const which = deviceId === undefined ? { facingMode: { ideal: facing } } : { deviceId: { exact: deviceId } };
    const stream = await this.#ask({ video: { ...size, ...which }, audio: false });
    if (!isWanted()) {
      stop(stream);
      throw new CameraClosed();
    }
    this.#stream = stream;
    for (const track of stream.getTracks()) track.addEventListener('ended', () => this.#onEnded(stream));
    this.video.srcObject = stream;
    await this.video.play();
  }

  close(): void {
    this.#turn++;
    if (this.#stream) stop(this.#stream);
    this.#stream = undefined;
    this.video.srcObject = null;
  }

  /** All cameras, with their names, which browsers reveal only while one is open. */
  async others(): Promise<MediaDeviceInfo[]> {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  }

  get deviceId(): string | undefined {
    return this.#track?.getSettings().deviceId;
  }

  /** The camera's name in the system. */
  get name(): string | undefined {
    return this.#track?.label;
  }

  get hasTorch(): boolean {
    const track = this.#track;
    if (!track || !('getCapabilities' in track)) return false;
    const capabilities: MediaTrackCapabilities & WithTorch = track.getCapabilities();
    return capabilities.torch === true;
  }

  async setTorch(torch: boolean): Promise<void> {
    const constraints: MediaTrackConstraintSet & WithTorch = { torch };
    await this.#track?.applyConstraints({ advanced: [constraints] });
  }

  get #track(): MediaStreamTrack | undefined {
    return this.#stream?.getVideoTracks()[0];
  }

  async #ask(constraints: MediaStreamConstraints): Promise<MediaStream> {
    if (!('mediaDevices' in navigator)) throw new CameraError('missing');
    try {
      return await navigator.mediaDevices.getUserMedia(constraints);
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      throw new CameraError(TROUBLES[name] ?? 'unanswering');
    }
  }

  /** Called when a camera is unplugged, or taken away by the system. */
  #onEnded(stream: MediaStream): void {
    if (this.#stream !== stream) return;
    this.close();
    this.video.dispatchEvent(new Event('cameralost'));
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
