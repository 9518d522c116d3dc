import { DistanceCounts, equalErrorRate, ratesOf, type RatesAt } from '@countersign/identity-engine';
import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { FacesInFiles, type FaceInFile } from './faces-in-files.js';
import { pairsIn } from './calibration-pairs.js';
import { ProgressBar } from './progress-bar.js';
import { NoFile, NoPicture } from './picture-file.js';

/**
 * The false match rate for which a threshold is suggested: one in a thousand or, if there are too few pairs to measure
 * that, the lowest rate that can be measured.
 */
const WANTED_FMR = 0.001;

export const idvCalibrate = defineCommand({
  name: 'idv calibrate',
  takes: '[folder]',
  summary:
    'Measures how well faces are told apart on pictures of your own: a folder with a folder for each person, or a list of pairs. Prints a line of JSON. Needs no database.',
  options: {
    pairs: {
      type: 'string',
      value: 'FILE',
      summary: 'Lines of `fileA,fileB,same` or `fileA,fileB,different`; paths are relative to that file.',
    },
  },
  run: async ({ given, options, print }) => {
    const pairs = pairsIn(given, options.pairs);
    const { model, faces } = await facesOf(pairs.files);
    const largest = model.largestDistance(
      [...faces.values()].flatMap(({ descriptor }) => (descriptor ? [descriptor] : [])),
    );
    const [same, different] = [new DistanceCounts(largest), new DistanceCounts(largest)];
    for (const { one, other, same: isSame } of pairs.all()) {
      const [a, b] = [faces.get(one)?.descriptor, faces.get(other)?.descriptor];
      if (a && b) (isSame ? same : different).add(model.distanceOf(a, b));
    }
    if (same.total + different.total === 0) {
      process.stderr.write('There is no pair of pictures with a face in both.\n');
      return 1;
    }
    const table = ratesOf(same, different).map(rounded);
    const suggested = (table.filter(({ fmr }) => fmr >= WANTED_FMR).at(-1) ?? null)?.threshold ?? null;
    const eer = equalErrorRate(same, different);
    const noFace = [...faces.values()].filter(({ descriptor }) => !descriptor).length;
    print(
      JSON.stringify({
        same: same.total,
        different: different.total,
        noFace,
        eer: eer === null ? null : share(eer),
        table,
        suggested,
      }),
    );
    if (suggested !== null) {
      process.stderr.write(`As a client's setting: matchThreshold ${model.likenessAt(suggested).toFixed(3)}\n`);
    }
    return 0;
  },
});

const share = (value: number): number => Math.round(value * 1e6) / 1e6;
const rounded = ({ fmr, fnmr, threshold }: RatesAt): RatesAt => ({
  fmr,
  fnmr: fnmr === null ? null : share(fnmr),
  threshold,
});

/**
 * Pictures that cannot be decoded, or whose face is not good enough to be compared, count as pictures without a face.
 */
async function facesOf(files: readonly string[]) {
  const faces = await FacesInFiles.open();
  const found = new Map<string, FaceInFile>();
  const bar = new ProgressBar('pictures', files.length).start();
  const left = files.values();
  const failure = new AbortController();
  const work = async (): Promise<void> => {
    for (const file of left) {
      if (failure.signal.aborted) return;
      found.set(file, await comparable(faces, file, (text) => bar.tell(text)));
      bar.advance();
    }
  };
  try {
    const works = Array.from({ length: faces.atOnce }, () => work().catch((error: unknown) => failure.abort(error)));
    // if one loop fails, this waits until the others have ended, so that no thread is closed while it works
    await Promise.all(works);
    failure.signal.throwIfAborted();
    return { model: faces.model, faces: found };
  } finally {
    bar.stop();
    await faces.close();
  }
}

async function comparable(faces: FacesInFiles, file: string, tell: (text: string) => void): Promise<FaceInFile> {
  try {
    const { descriptor, fault } = await faces.of(file);
    if (fault) tell(`${file}: ${fault}`);
    return descriptor && !fault ? { descriptor } : {};
  } catch (error) {
    if (error instanceof NoFile) throw new UsageError(error.message);
    if (!(error instanceof NoPicture)) throw error;
    tell(error.message);
    return {};
  }
}
