import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { settingsFrom } from '../../dist/src/idv/sessions/rules/session-settings.js';
import { FaceModel, judged } from '../../dist/packages/identity-engine/src/index.js';
import readFaces from '../../dist/packages/identity-engine/src/face.worker.js';

const MODELS = [FaceModel.dlib, FaceModel.mobileFaceNet];
const RATES = [0.001, 0.0001];
const PAGE = { width: 1_600, height: 1_100, channels: 3, background: '#e9edf0' };

/**
 * Measures the face models. Each of `pairs` is two files and whether they show the same person. For ID portraits, the
 * first file is degraded to look printed on a document.
 */
export async function measureFacePairs({ folder, pairs, row }) {
  const files = [...new Set(pairs.flatMap(([one, other]) => [one, other]))];
  for (const model of MODELS) {
    const [photos, prints] = [new Map(), new Map()];
    for (const file of files) {
      const picture = readFileSync(join(folder, file));
      photos.set(file, await described(picture, model));
      prints.set(file, await described(await printed(picture), model));
    }
    console.log(`\n${model.name}`);
    measure('photographs', photos, photos, pairs, model, row);
    const bothWays = pairs.flatMap(([one, other, same]) => [
      [one, other, same],
      [other, one, same],
    ]);
    measure('ID portraits', prints, photos, bothWays, model, row);
  }
}

async function described(picture, { net }) {
  const found = await readFaces({ picture, effort: 'full', mostFaces: 3, net });
  return typeof judged(found, 'portrait') === 'string' ? undefined : found.faces[0].descriptor;
}

/** Makes a photograph look like a portrait on a document: small, pale, covered by lines, in the corner of a page. */
async function printed(picture) {
  const portrait = await sharp(picture)
    .rotate()
    .resize(260, 330, { fit: 'inside' })
    .modulate({ saturation: 0.4 })
    .linear(0.75, 45)
    .toBuffer();
  const lines = Buffer.alloc(PAGE.width * PAGE.height * 4);
  for (let y = 0; y < PAGE.height; y++) {
    for (let x = 0; x < PAGE.width; x++) {
      if ((y + Math.round(6 * Math.sin(x / 40))) % 12 === 0) lines.set([120, 140, 170, 90], 4 * (y * PAGE.width + x));
    }
  }
  const raw = { width: PAGE.width, height: PAGE.height, channels: 4 };
  return sharp({ create: PAGE })
    .composite([
      { input: portrait, left: 120, top: 260 },
      { input: lines, raw },
    ])
    .removeAlpha()
    .blur(0.7)
    .jpeg({ quality: 70 })
    .toBuffer();
}

function measure(title, ones, others, pairs, model, row) {
  const [same, different] = [[], []];
  for (const [one, other, isSame] of pairs) {
    const [a, b] = [ones.get(one), others.get(other)];
    if (a && b) (isSame ? same : different).push(model.distanceOf(a, b));
  }
  different.sort((a, b) => a - b);
  const without = [...ones.values()].filter((one) => !one).length;
  console.log(`  ${title}: ${same.length} pairs of one person, ${different.length} of two; ${without} without a face`);
  const missed = (threshold) => share(same.filter((distance) => distance > threshold).length, same.length);
  const wrong = (threshold) => share(different.filter((distance) => distance <= threshold).length, different.length);
  const usual = model.distanceAt(settingsFrom({}).matchThreshold);
  row(`    at ${usual.toFixed(2)}, the default`, `  missed ${missed(usual)}, wrongly matched ${wrong(usual)}`);
  for (const rate of RATES) {
    const allowed = Math.floor(different.length * rate + 1e-9);
    const below = different[allowed];
    const told =
      different.length * rate < 1 || below === undefined
        ? `  fewer than ${1 / rate} pairs of two people: not known`
        : `  missed ${missed(below - 1e-9)} at ${below.toFixed(3)}`;
    row(`    FMR ${100 * rate} %`, told);
  }
}

/**
 * A percentage with its 95 % Wilson interval, which assumes independent pairs. With few people the true interval is
 * wider.
 */
function share(count, total) {
  if (total === 0) return 'no pair';
  const z = 1.96;
  const part = count / total;
  const middle = (part + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half = (z * Math.sqrt((part * (1 - part)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
  const percent = (value) => (100 * Math.max(0, value)).toFixed(2);
  return `${percent(part)} % (${count} of ${total}; ${percent(middle - half)} to ${percent(middle + half)} %)`;
}
