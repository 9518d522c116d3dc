import sharp from 'sharp';
import { decoded } from '../../dist/packages/identity-engine/src/index.js';
import { SCREEN_LIMIT, screenPattern } from '../../dist/packages/identity-engine/src/documents.js';
import {
  CONDITIONS,
  drawSpecimen,
  HARD_CONDITIONS,
  photographed,
  randomSpecimen,
} from '../../dist/packages/identity-engine/src/specimens.js';
import { ERROR_LEVEL_LIMIT } from '../../dist/packages/identity-engine/src/signals/file-signals.js';
import { errorLevel, lossesOf } from '../../dist/packages/identity-engine/src/signals/error-level.js';

const PITCHES = [0.7, 1, 1.4, 2, 2.8, 4];
const TURNED = 3;
const IN_USE = { noise: 4, blur: 0.6 };
const jpegOf = (pixels, { width, height }, quality) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
const saved = (jpeg, quality) => sharp(jpeg).jpeg({ quality }).toBuffer();
const resized = (jpeg) => sharp(jpeg).resize(1_100).jpeg({ quality: 80 }).toBuffer();

/**
 * Measures how often the signals of manipulation are raised, which only advise a reviewer: on honest specimens, on
 * photographs of screens, and on edited files.
 */
export async function measureSignals({ seeds, row, quantile }) {
  const taken = { screen: [], error: [] };
  const timed = async (times, work) => {
    const began = performance.now();
    const value = await work();
    times.push(performance.now() - began);
    return value;
  };
  const ofScreen = async (jpeg) => {
    const picture = await decoded(await saved(jpeg, 92), 2_400);
    return timed(taken.screen, () => screenPattern(picture));
  };
  const ofFile = (jpeg) => timed(taken.error, async () => errorLevel(await lossesOf(jpeg)));
  const tell = async (name, limit, pictures, measure) => {
    const values = [];
    for (const picture of pictures) values.push(await measure(picture));
    const [raised, most] = [values.filter((value) => value > limit).length, Math.max(...values).toFixed(2)];
    row(`  ${name}`, raised, values.length, most);
  };

  row('screen pattern', 'raised', 'of', 'most');
  for (const [name, condition] of Object.entries({ ...CONDITIONS, ...HARD_CONDITIONS }))
    await tell(name, SCREEN_LIMIT, await honest(seeds, condition), ofScreen);
  for (const pitch of PITCHES) await tell(`screen, ${pitch} px`, SCREEN_LIMIT, await screens(seeds, pitch), ofScreen);

  row('error level', 'raised', 'of', 'most');
  const tellOfFiles = (name, pictures, change = (jpeg) => jpeg) =>
    tell(name, ERROR_LEVEL_LIMIT, pictures, async (jpeg) => ofFile(await change(jpeg)));
  for (const name of ['clean', 'JPEG 40', 'turned 3°', 'blur 1.5', 'dim, noisy', 'glare', 'some of all']) {
    const pictures = await honest(seeds, { noise: 3, ...CONDITIONS[name] });
    await tellOfFiles(name, pictures);
    await tellOfFiles('  made smaller', pictures, resized);
    await tellOfFiles('  saved at 95', pictures, (jpeg) => saved(jpeg, 95));
  }
  for (const before of [75, 88]) {
    const pages = await edited(seeds, before);
    for (const after of [75, 90, 95]) {
      const save = ({ data, info }) => jpegOf(data, info, after);
      await tellOfFiles(`edited, ${before} to ${after}`, pages, save);
      await tellOfFiles('  drawn by a page', pages, async (page) => saved(await save(page), 92));
    }
  }
  for (const [name, times] of Object.entries(taken))
    console.log(`  ms of "${name}": p50 ${quantile(times, 0.5)}, p95 ${quantile(times, 0.95)}`);
}

const honest = (seeds, condition) =>
  inTurn(seeds, async (seed, i) => {
    const data = randomSpecimen(i % 2 === 0 ? 'TD3' : 'TD1', seed + 41);
    return photographed(await drawSpecimen(data, { side: i % 4 === 1 ? 'front' : undefined }), condition, seed);
  });

const screens = (seeds, pitch) =>
  inTurn(seeds, async (seed, i) => {
    const turned = ((seed % 7) / 3.5 - 1) * TURNED;
    const condition = { ...IN_USE, width: [1_300, 1_600, 2_400][i % 3], turned, foreshortened: (seed % 5) / 100 };
    const document = await drawSpecimen(randomSpecimen(i % 2 === 0 ? 'TD3' : 'TD1', seed + 43));
    return photographed(document, { ...condition, screen: pitch * (0.95 + (seed % 10) / 100) }, seed);
  });

/**
 * Photographs in which the surname was replaced: the new one is cut from an almost uncompressed picture, the rest was
 * saved at quality `before`.
 */
const edited = (seeds, before) =>
  inTurn(seeds, async (seed) => {
    const data = randomSpecimen('TD3', seed + 47);
    const condition = { ...IN_USE, width: 1_600, turned: (seed % 5) - 2 };
    const shot = async (drawing, quality) =>
      sharp(await photographed(await drawSpecimen(data, drawing), { ...condition, quality }, seed))
        .raw()
        .toBuffer({ resolveWithObject: true });
    const page = await shot({}, before);
    const other = await shot({ visible: { surname: 'DESCHANEL' } }, 100);
    put(page, other.data, changedIn(page, other.data));
    return page;
  });

async function inTurn(seeds, make) {
  const made = [];
  for (const [i, seed] of seeds.entries()) made.push(await make(seed, i));
  return made;
}

const MARGIN = 6;
const CLEARLY = 70;
function changedIn({ data, info: { width, height } }, other) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 0; at < data.length; at += 3) {
    if (Math.abs(data[at] - other[at]) <= CLEARLY) continue;
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x) });
    Object.assign(box, { top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) });
  }
  return box;
}

function put({ data, info: { width } }, other, { left, top, right, bottom }) {
  for (let y = top - MARGIN; y <= bottom + MARGIN; y++) {
    const [from, to] = [(y * width + left - MARGIN) * 3, (y * width + right + MARGIN) * 3];
    other.copy(data, from, from, to);
  }
}
