import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const [WIDTH, HEIGHT] = [640, 480];
const FRAMES = 8;

/** A card as the page's guide wants it: on a dark table, with a photo and lines of print. It belongs to nobody. */
export function specimenCard(width = WIDTH, height = HEIGHT): Promise<Buffer> {
  const lines = Array.from({ length: 9 }, (_, line) =>
    Array.from({ length: 34 }, (_letter, letter) => {
      const [x, y] = [232 + letter * 10, 118 + line * 28];
      return (letter * 7 + line * 5) % 6 === 0 ? '' : `<rect x="${x}" y="${y}" width="6" height="13" fill="#26323a"/>`;
    }).join(''),
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 480">
        <rect width="640" height="480" fill="#343b38"/>
        <rect x="45" y="66" width="550" height="347" rx="20" fill="#cfd8dc"/>
        <rect x="78" y="140" width="122" height="164" fill="#90a4ae"/><circle cx="139" cy="205" r="34" fill="#37474f"/>
        <path d="M88 304q51-74 102 0z" fill="#37474f"/>${lines.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

/** A film of that card, for Chromium to take as its camera. A real camera has noise, and so has this one. */
export class FakeCamera {
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-camera-'));
  readonly file = join(this.#folder, 'camera.y4m');

  static async filmed(): Promise<FakeCamera> {
    const camera = new FakeCamera();
    const picture = await sharp(await specimenCard()).greyscale().raw().toBuffer();
    writeFileSync(camera.file, Buffer.concat([HEADER, ...Array.from({ length: FRAMES }, (_, at) => frame(picture, at))]));
    return camera;
  }

  /** For the command line of Chromium. */
  get switches(): string[] {
    return [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${this.file}`,
    ];
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const HEADER = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
const WITHOUT_COLOUR = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);

function frame(grey: Buffer, number: number): Buffer {
  const noisy = Buffer.from(grey);
  for (let at = number % 7; at < noisy.length; at += 7) noisy[at] = Math.min(255, (noisy[at] ?? 0) + ((at + number) % 3));
  return Buffer.concat([Buffer.from('FRAME\n'), noisy, WITHOUT_COLOUR]);
}
