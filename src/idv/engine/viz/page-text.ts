import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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
  await started.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '300' });
  return started;
}

/** The text of an upright page, line by line. */
export async function textOn(page: Buffer): Promise<string> {
  worker ??= start();
  const { data } = await (await worker).recognize(page);
  return data.text;
}

export async function endPageText(): Promise<void> {
  await (await worker)?.terminate();
  worker = undefined;
}
