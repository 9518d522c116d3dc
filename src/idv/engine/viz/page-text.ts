import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';

const require = createRequire(import.meta.url);
const FOLDER = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0');
const SHA_256 = 'ed350f3752f81ee8f38769edc14d92d997dababe23b565c59879372cc46a2468';

let worker: Promise<Worker> | undefined;

/** The data come from the installed package. Without a folder, the library would fetch them from elsewhere. */
async function start(): Promise<Worker> {
  const file = await readFile(join(FOLDER, 'eng.traineddata.gz'));
  const hash = createHash('sha256').update(file).digest('hex');
  if (hash !== SHA_256) throw new Error('The data of tesseract are not those that belong to this program');
  const started = await createWorker('eng', OEM.LSTM_ONLY, { langPath: FOLDER, gzip: true, cacheMethod: 'none' });
  // It would tell its own remarks to standard error, past the log.
  await started.setParameters({ user_defined_dpi: '300', debug_file: '/dev/null' });
  return started;
}

/** Where a line of text stands on a page, in pixels. */
export interface PrintedLine {
  readonly text: string;
  readonly box: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/** Fillers, as text recognition reads them: an endless row of letters. */
const FILLERS = /[<KLC]{6}/i;
/** A zone that is on the page as well says the same as itself, and nothing of what is printed for people. */
export const isOfZone = (line: string): boolean => FILLERS.test(line);

/** The text for people of an upright page, line by line; read at another size where one is told. */
export async function linesOn(page: Buffer, size = 1): Promise<PrintedLine[]> {
  worker ??= start();
  const ready = await worker;
  await ready.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, tessedit_char_blacklist: '' });
  const { data } = await ready.recognize(await scaled(page, size), {}, { blocks: true, text: false });
  const paragraphs = (data.blocks ?? []).flatMap((block) => block.paragraphs);
  return paragraphs.flatMap(({ lines }) =>
    lines.flatMap(({ text, bbox }) => (isOfZone(text) ? [] : { text: text.trim(), box: boxIn(bbox, size) })),
  );
}

async function scaled(page: Buffer, size: number): Promise<Buffer> {
  if (size === 1) return page;
  const { width } = await sharp(page).metadata();
  return sharp(page)
    .resize({ width: Math.round(width * size) })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const boxIn = ({ x0, y0, x1, y1 }: PrintedLine['box'], size: number): PrintedLine['box'] => {
  const [left, top, right, bottom] = [x0, y0, x1, y1].map((value) => Math.round(value / size));
  return { x0: left ?? 0, y0: top ?? 0, x1: right ?? 0, y1: bottom ?? 0 };
};

/** In heights of the line: what is read around it. A first letter may have been taken for a part of the background. */
const ABOVE = 0.2;
const BESIDE = 1.2;

/**
 * One line again, by itself and so large that its box is as high as told: other sizes are read otherwise. It is read as if
 * there were no such characters as those of `without`.
 */
export async function lineAgain(page: Buffer, { box }: PrintedLine, height: number, without: string): Promise<string> {
  const { width, height: pageHeight } = await sharp(page).metadata();
  const lineHeight = box.y1 - box.y0;
  const left = Math.max(0, Math.floor(box.x0 - BESIDE * lineHeight));
  const top = Math.max(0, Math.floor(box.y0 - ABOVE * lineHeight));
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x1 + BESIDE * lineHeight)),
    Math.min(pageHeight, Math.ceil(box.y1 + ABOVE * lineHeight)),
  ];
  const area = { left, top, width: right - left, height: bottom - top };
  if (area.width < 1 || area.height < 1) return '';
  const cut = await sharp(page)
    .extract(area)
    .resize({ height: Math.round(height * (1 + 2 * ABOVE)), kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  worker ??= start();
  const ready = await worker;
  await ready.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, tessedit_char_blacklist: without });
  return (await ready.recognize(cut)).data.text;
}

export async function endPageText(): Promise<void> {
  await (await worker)?.terminate();
  worker = undefined;
}
