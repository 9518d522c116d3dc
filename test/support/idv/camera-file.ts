import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Film {
  readonly width: number;
  readonly height: number;
  readonly perSecond: number;
}

/** A film in YUV 4:2:0 that Chromium uses as its camera, in a loop. */
export class CameraFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-camera-'));
  readonly #file = join(this.#folder, 'camera.y4m');
  readonly #header: Buffer;

  constructor({ width, height, perSecond }: Film) {
    this.#header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`);
    writeFileSync(this.#file, this.#header);
  }

  /** Command line switches that make Chromium use the film. */
  get switches(): string[] {
    return [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${this.#file}`,
    ];
  }

  /**
   * Overwrites the film. Chromium reads frame by frame, so an open camera shows the new frames at once. There must be
   * as many as before, or Chromium would look for the end of the film at the wrong place.
   */
  write(frames: readonly Uint8Array[]): void {
    const film = Buffer.concat(frames.flatMap((frame) => [FRAME, frame]));
    const file = openSync(this.#file, 'r+');
    writeSync(file, film, 0, film.length, this.#header.length);
    closeSync(file);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const FRAME = Buffer.from('FRAME\n');
