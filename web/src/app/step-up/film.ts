import { Camera, CameraError, type CameraTrouble } from '../../idv/camera.js';
import { BETWEEN_MS, challengeIn, HEARD_MS, stagesOf, type Movement } from '../../idv/challenge.js';
import { drawnFrom, jpegOf } from '../../idv/pictures.js';
import type { Word } from '../language.js';

/** The side of the square pictures, in pixels. The service refuses smaller pictures. */
const SIDE = 480;
/** The most bytes of one picture: up to 24 pictures are sent in one request, which may have one megabyte. */
const LARGEST_PICTURE = 30_000;
const QUALITIES = [0.8, 0.65, 0.5, 0.35, 0.2];

const WORDS: Readonly<Record<Movement, Word>> = {
  look_straight: 'look_straight',
  turn_left: 'turn_left',
  turn_right: 'turn_right',
  look_up: 'look_up',
  open_mouth: 'open_mouth',
  smile: 'smile',
};

const TROUBLES: Readonly<Record<CameraTrouble, Word>> = {
  refused: 'cameraRefused',
  missing: 'cameraMissing',
  unanswering: 'cameraFailed',
};

export const troubleOf = (error: unknown): Word =>
  error instanceof CameraError ? TROUBLES[error.trouble] : 'cameraFailed';

interface Filming {
  readonly video: HTMLVideoElement;
  readonly steps: readonly string[];
  readonly tell: (word: Word) => void;
  readonly signal: AbortSignal;
}

/** Films the movements that the server asks for. Returns the pictures in order, as JPEGs in base64. */
export async function film({ video, steps, tell, signal }: Filming): Promise<string[]> {
  const challenge = challengeIn({ nonce: '', steps });
  if (!challenge) throw new Error('The service asks for a movement that this app does not know');
  const camera = new Camera(video);
  const frames: string[] = [];
  try {
    await camera.open({ facing: 'user' });
    for (const { movement, frames: numbers } of stagesOf(challenge)) {
      tell(WORDS[movement]);
      await pause(HEARD_MS, signal);
      for (let taken = 0; taken < numbers.length; taken++) {
        frames.push(await pictureOf(video));
        await pause(BETWEEN_MS, signal);
      }
    }
    return frames;
  } finally {
    camera.close();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('The check was left'));
    });
  });

/** The middle of the camera's picture, at the best quality that fits the size limit. */
async function pictureOf(video: HTMLVideoElement): Promise<string> {
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  const area = { left: (videoWidth - side) / 2, top: (videoHeight - side) / 2, width: side, height: side };
  const canvas = drawnFrom(video, area, SIDE);
  let picture = await jpegOf(canvas);
  for (const quality of QUALITIES) {
    if (picture.size <= LARGEST_PICTURE) break;
    picture = await jpegOf(canvas, quality);
  }
  return base64(await picture.arrayBuffer());
}

const base64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
