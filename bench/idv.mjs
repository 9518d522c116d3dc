/**
 * Measures the identity engine: machine readable zones in photographs of different quality, pictures without a zone,
 * whole documents (also with the designs of real ones, and as a webcam sees them), altered documents, faces, the
 * signals of manipulation, driving licences with numbered fields, and whole verifications in worker threads. It also
 * searches for pictures whose zone is accepted but read wrongly, prints each, and then exits with 1.
 * All documents are newly drawn specimens, whose seeds follow from --seed. Those seeds were not used to train the
 * neural net or to choose thresholds. The number of zones that are accepted but read wrongly must be 0.
 * "ms" is elapsed time, with the time limit of the product. With --patient, the time for searching is not limited and
 * "ms" is CPU time, so the results do not depend on how busy the machine is.
 * Run: npm run bench -- idv [--each 12] [--seed 90000] [--patient] [--part
 * zones,hard,nothing,documents,looks,webcam,altered,faces,signals,licences,whole,wrong-readings]
 * For your own pictures (see docs/operators/identity-measures.md): npm run bench -- idv --pictures FOLDER --truth FILE
 * [--http [--live] [--selfie FILE]]
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { fromRoot } from '../scripts/lib/root.mjs';
import {
  documentDecision,
  examined,
  glyphNet,
  MrzReader,
  PageText,
} from '../dist/packages/identity-engine/src/documents.js';
import {
  CONDITIONS,
  drawSpecimen,
  HARD_CONDITIONS,
  photographed,
  Random,
  randomSpecimen,
  zoneOf,
} from '../dist/packages/identity-engine/src/specimens.js';

const { values: options } = parseArgs({
  options: {
    pictures: { type: 'string' },
    truth: { type: 'string' },
    http: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    selfie: { type: 'string' },
    each: { type: 'string', default: '12' },
    seed: { type: 'string', default: '90000' },
    part: {
      type: 'string',
      default: 'zones,hard,nothing,documents,looks,webcam,altered,faces,signals,licences,whole,wrong-readings',
    },
    patient: { type: 'boolean', default: false },
  },
});
const [EACH, FIRST_SEED] = [Number(options.each), Number(options.seed)];
const BUDGET_MS = options.patient ? 20_000 : 1_200;
const FORMATS = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B', 'FRA-ID'];

const reader = new MrzReader(glyphNet());
const readers = { zones: reader, text: new PageText() };
async function timed(work) {
  const [before, began] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, options.patient ? (user + system) / 1000 : performance.now() - began];
}
const quantile = (values, share) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0);
const row = (name, ...cells) => console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(10)).join(''));
const seeds = Array.from({ length: EACH }, (_, i) => FIRST_SEED + i * 101);

async function zones(conditions) {
  row('zones', 'exact', 'unsure', 'wrong', 'ms p50', 'p95', 'most');
  const times = [];
  for (const [name, condition] of Object.entries(conditions)) {
    const [count, taken] = [{ exact: 0, unsure: 0, wrong: 0 }, []];
    for (const format of FORMATS) {
      for (const seed of seeds) {
        const data = randomSpecimen(format, seed);
        const photo = await photographed(await drawSpecimen(data), condition, seed);
        const [{ outcome, found }, ms] = await timed(() => reader.read(photo, BUDGET_MS));
        const right = found?.reading.lines.join() === zoneOf(data).join();
        count[outcome === 'accepted' ? (right ? 'exact' : 'wrong') : 'unsure']++;
        taken.push(ms);
      }
    }
    times.push(...taken);
    row(
      `  ${name}`,
      count.exact,
      count.unsure,
      count.wrong,
      quantile(taken, 0.5),
      quantile(taken, 0.95),
      quantile(taken, 0.999),
    );
  }
  row('  all', '', '', '', quantile(times, 0.5), quantile(times, 0.95), Math.round(Math.max(...times)));
}

const another = (random, character) => {
  const alphabet = /\d/.test(character) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return random.of([...alphabet].filter((other) => other !== character));
};
/** Changes one character of a field. In a date, it changes a digit of the year, so that the date stays valid. */
function altered(data, field, random) {
  const text = data[field];
  const places = [...text].flatMap((character, i) => (/[A-Z0-9]/.test(character) ? [i] : []));
  const at = field.endsWith('Date') ? 3 : random.of(places);
  return { ...data, [field]: text.slice(0, at) + another(random, text[at]) + text.slice(at + 1) };
}

async function judged(data, drawing, condition, seed, frame) {
  const photo = (side) =>
    drawSpecimen(data, { ...drawing, side })
      .then((document) => photographed(document, condition, seed))
      .then((picture) => (frame ? inFrame(picture, frame) : picture));
  const card = data.format === 'TD1';
  const job = card
    ? { type: 'identity_card', front: await photo('front'), back: await photo('back') }
    : { type: 'passport', front: await photo('front') };
  const [evidence, ms] = await timed(() => examined({ ...job, zoneMs: BUDGET_MS }, readers, new Date()));
  return { decision: documentDecision(evidence), ms };
}

/** Places the photograph in the middle of a webcam's frame. */
async function inFrame(photo, [width, height]) {
  const middle = sharp(photo).resize({ width, height, fit: 'contain', withoutEnlargement: true, background: '#444' });
  return middle.jpeg({ quality: 92 }).toBuffer();
}

const FIELDS = ['number', 'surname', 'givenNames', 'birthDate', 'expiryDate'];

const READ_WHOLE = [
  'clean',
  '900 px',
  'turned 8°',
  'foreshortened 6 %',
  'blur 1.5',
  'dim, noisy',
  'glare',
  'some of all',
];
const HELD = { turned: 1, noise: 3, quality: 92 };
const WEBCAM = {
  'webcam, 40 % wide': [{ ...HELD, width: 700 }, [1280, 720]],
  'webcam, 50 % wide': [{ ...HELD, width: 850 }, [1280, 720]],
  'webcam, 55 % wide': [{ ...HELD, width: 960 }, [1280, 720]],
  'webcam 1080p, 54 % wide': [{ ...HELD, width: 1393 }, [1920, 1080]],
};

async function documents(photographs, formats) {
  row('documents', 'accepted', 'doubt', 'retry', 'wrong', 'ms p50', 'p95');
  for (const [name, [condition, frame]] of photographs) {
    const [count, taken] = [{ accepted: 0, doubt: 0, retry: 0, wrong: 0 }, []];
    for (const format of formats) {
      for (const seed of seeds) {
        const data = randomSpecimen(format, seed + 7);
        const { decision, ms } = await judged(data, {}, condition, seed, frame);
        taken.push(ms);
        if (decision.outcome === 'retry') count.retry++;
        else if (decision.document.number !== data.number || decision.document.birthDate !== data.birthDate)
          count.wrong++;
        else count[decision.doubts.length > 0 ? 'doubt' : 'accepted']++;
      }
    }
    row(`  ${name}`, ...Object.values(count), quantile(taken, 0.5), quantile(taken, 0.95));
  }
}

/**
 * Alters one character, either in the printed text or in the machine readable zone with its check digits. The
 * alteration can be found only by comparing the two.
 */
async function alterations() {
  row('altered, one character', 'accepted', 'doubt', 'retry');
  const total = { accepted: 0, doubt: 0, retry: 0 };
  for (const [where, drawingOf] of [
    ['for people', (changed) => ({ visible: changed })],
    ['for machines', (changed) => ({ zone: zoneOf(changed) })],
  ]) {
    for (const field of FIELDS) {
      const count = { accepted: 0, doubt: 0, retry: 0 };
      for (const format of ['TD3', 'TD1']) {
        for (const seed of seeds) {
          const data = randomSpecimen(format, seed + 13);
          const changed = altered(data, field, new Random(seed));
          const { decision } = await judged(data, drawingOf(changed), CONDITIONS.clean, seed);
          const kind = decision.outcome === 'retry' ? 'retry' : decision.doubts.length > 0 ? 'doubt' : 'accepted';
          count[kind]++;
          total[kind]++;
          if (kind === 'accepted') console.log(`  not caught: ${data[field]} and ${changed[field]}`);
        }
      }
      row(`  ${field}, ${where}`, ...Object.values(count));
    }
  }
  row('  all', ...Object.values(total));
}

/** Measures pictures without a machine readable zone: every zone that is accepted in them is wrong. */
async function nothing() {
  row('no zone', 'accepted', 'of', 'ms p50', 'most');
  const kinds = {
    'front of a card': async (seed) =>
      photographed(await drawSpecimen(randomSpecimen('TD1', seed), { side: 'front' }), CONDITIONS.clean, seed),
    noise: async (seed) =>
      sharp({
        create: {
          ...{ width: 1_200, height: 900, channels: 3, background: '#999' },
          noise: { type: 'gaussian', mean: 120, sigma: 20 + (seed % 50) },
        },
      })
        .jpeg()
        .toBuffer(),
    'a crowd': async (seed) =>
      sharp(fromRoot(`node_modules/@vladmandic/face-api/demo/sample${1 + (seed % 6)}.jpg`))
        .rotate(seed % 30)
        .jpeg()
        .toBuffer(),
  };
  for (const [name, pictureOf] of Object.entries(kinds)) {
    const taken = [];
    let accepted = 0;
    for (const seed of seeds) {
      const picture = await pictureOf(seed);
      const [{ outcome }, ms] = await timed(() => reader.read(picture, BUDGET_MS));
      if (outcome === 'accepted') accepted++;
      taken.push(ms);
    }
    row(`  ${name}`, accepted, seeds.length, quantile(taken, 0.5), Math.round(Math.max(...taken)));
  }
}

const memory = () => console.log(`memory of the process: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
const parts = {
  zones: () => zones(CONDITIONS),
  hard: () => zones(HARD_CONDITIONS),
  nothing,
  documents: () =>
    documents(
      READ_WHOLE.map((name) => [name, [CONDITIONS[name]]]),
      ['TD3', 'TD1'],
    ),
  looks: async () => (await import('./support/idv-looks.mjs')).measureLooks({ seeds, row, zoneMs: BUDGET_MS }),
  webcam: () => documents(Object.entries(WEBCAM), ['TD3', 'TD2', 'TD1']),
  altered: alterations,
  faces: () => spawnSync(process.execPath, [fromRoot('bench/idv-faces.mjs')], { stdio: 'inherit' }),
  signals: async () => (await import('./support/idv-signals.mjs')).measureSignals({ seeds, row, quantile }),
  licences: async () =>
    (await import('./support/idv-licences.mjs')).measureLicences({ seeds, row, quantile, readers, zoneMs: BUDGET_MS }),
  'wrong-readings': async () => {
    const { searchWrongReadings } = await import('./support/idv-wrong-readings.mjs');
    console.log(`seed ${FIRST_SEED}, ${EACH} searches`);
    if ((await searchWrongReadings({ seeds, row, reader, zoneMs: BUDGET_MS })) > 0) process.exitCode = 1;
  },
  whole: async () => (await import('./support/whole-verification.mjs')).measureWhole({ seeds, row, quantile }),
};
if (options.pictures) {
  const { measurePictures } = await import('./support/idv-pictures.mjs');
  const { pictures: folder, truth, live, selfie } = options;
  const http = options.http && { live, selfie };
  await measurePictures({ folder, truth, zoneMs: BUDGET_MS, readers, row, quantile, http });
  process.exit();
}
for (const name of options.part.split(',')) {
  if (!(name in parts)) throw new Error(`There is no part "${name}". There are: ${Object.keys(parts).join(', ')}.`);
  await parts[name]();
}
memory();
