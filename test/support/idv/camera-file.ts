import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Film {
  readonly width: number;
  readonly height: number;
  readonly perSecond: number;
}

/** A film in YUV 4:2:0 that Chromium takes as its camera, again from the beginning when it is over. */
export class CameraFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-camera-'));
  readonly #file = join(this.#folder, 'camera.y4m');
  readonly #header: Buffer;

  constructor({ width, height, perSecond }: Film) {
    this.#header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`);
    writeFileSync(this.#file, this.#header);
  }

  /** For the command line of Chromium. */
  get switches(): string[] {
    return [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${this.#file}`,
    ];
  }

  /**
   * Chromium reads frame after frame from the file, so an open camera shows at once what is written over them: as many
   * frames as before, or it would find the end of the film elsewhere.
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
