import type { PageAnswer } from '@countersign/identity-engine';
import { readReadingMs } from '../../../config.js';
import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { PagesInFiles } from './pages-in-files.js';
import { NoFile, NoPicture, onPicture } from './picture-file.js';

const UNREADABLE = { outcome: 'retake', reasons: ['document_unreadable'], document: null, confidence: 0 } as const;

export const idvRead = defineCommand({
  name: 'idv read',
  takes: '<file>…',
  summary:
    'Reads documents in pictures (JPEG, PNG, WebP) with the built-in engine. Prints a line of JSON for each. Needs no database.',
  run: async ({ given, print }) => {
    if (given.length === 0) throw new UsageError('Name at least one picture.');
    const zoneMs = readReadingMs(process.env);
    const pages = new PagesInFiles();
    let missing = 0;
    try {
      for (const file of given) {
        const answer = await answerTo(file, (picture) => pages.read(picture, zoneMs));
        if (answer) print(JSON.stringify({ file, ...answer }));
        else missing++;
      }
    } finally {
      await pages.close();
    }
    return missing === 0 ? 0 : 1;
  },
});

/** The result of reading one file. `fault` says why the file could not be read as a picture. */
type FileAnswer = PageAnswer & { readonly fault?: string };

/** Reads one file. Returns undefined if the file does not exist or cannot be opened. */
async function answerTo(file: string, read: (picture: Buffer) => Promise<PageAnswer>): Promise<FileAnswer | undefined> {
  const began = performance.now();
  try {
    const { outcome, reasons, document, confidence, ms } = await onPicture(file, read);
    return { outcome, reasons, document, confidence, ms };
  } catch (error) {
    if (!(error instanceof NoFile) && !(error instanceof NoPicture)) throw error;
    process.stderr.write(`${error.message}\n`);
    const ms = Math.round(performance.now() - began);
    return error instanceof NoPicture ? { ...UNREADABLE, ms, fault: error.message } : undefined;
  }
}
