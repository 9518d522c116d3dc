import sharp from 'sharp';
import {
  drawSpecimen,
  photographed,
  Random,
  randomSpecimen,
  zoneOf,
} from '../../dist/packages/identity-engine/src/specimens.js';

const FORMATS = ['TD3', 'TD1', 'TD2', 'MRV-A', 'MRV-B', 'FRA-ID'];
const STEPS = 12;
const MOST_CHANGES = 3;
const MOST_DAMAGES = 10;
const INK = '#15171c';
const PAPER = '#eef3f0';

/**
 * Searches for pictures whose machine readable zone is accepted but read wrongly. Each search starts with a specimen.
 * Each step damages it (scratch, speck, smear, glare over the zone) or makes the photograph worse (blur, noise, fewer
 * pixels, stronger compression), but never draws a character.
 *
 * A change stays if it brings the reader closer to a mistake: wrong characters with fewer doubts, or right ones with
 * less certainty. Returns the number of wrong readings.
 */
export async function searchWrongReadings({ seeds, row, reader, zoneMs }) {
  row('wrong readings', 'searches', 'pictures', 'accepted', 'misread', 'wrong');
  const total = { searches: 0, pictures: 0, accepted: 0, misread: 0, wrong: 0 };
  for (const format of FORMATS) {
    const count = { searches: 0, pictures: 0, accepted: 0, misread: 0, wrong: 0 };
    for (const seed of seeds.filter((_, i) => i % FORMATS.length === FORMATS.indexOf(format))) {
      count.searches++;
      await search(format, seed, reader, zoneMs, count);
    }
    for (const kind of Object.keys(total)) total[kind] += count[kind];
    row(`  ${format}`, ...Object.values(count));
  }
  row('  all', ...Object.values(total));
  return total.wrong;
}

async function search(format, seed, reader, zoneMs, count) {
  const random = new Random(seed + 31);
  const data = randomSpecimen(format, seed);
  const truth = zoneOf(data);
  const document = await drawSpecimen(data);
  const size = await sharp(document).metadata();
  let best = { state: { damages: [], condition: { width: 1_300 } }, danger: -1 };
  for (let step = 0; step < STEPS; step++) {
    const changes = random.between(1, MOST_CHANGES);
    const state = Array.from({ length: changes }).reduce((from) => changed(from, random, size), best.state);
    const picture = await photographed(await damaged(document, state.damages, size), state.condition, seed);
    const { outcome, found } = await reader.read(picture, zoneMs);
    const slips = slipsIn(found?.reading.lines, truth);
    count.pictures++;
    if (outcome === 'accepted') count.accepted++;
    if (found && slips > 0) count.misread++;
    if (outcome === 'accepted' && slips > 0) {
      count.wrong++;
      console.log(`  wrong: ${format}, seed ${seed}, step ${step}: ${JSON.stringify(state)}`);
      console.log(`    ${truth.join(' / ')}\n    ${found.reading.lines.join(' / ')}`);
    }
    const danger = dangerOf(found, slips);
    if (danger >= best.danger) best = { state, danger };
  }
}

/**
 * How close the reading of a machine readable zone is to an accepted mistake. Wrong characters score higher than any
 * right ones; a zone that was not found scores lowest.
 */
function dangerOf(found, slips) {
  if (!found) return -1;
  return slips > 0 ? 2 + 1 / (1 + found.doubts.length) - slips / 100 : 1 - found.reading.mean;
}

const slipsIn = (lines, truth) =>
  lines === undefined
    ? 0
    : truth.reduce((sum, line, i) => sum + [...line].filter((letter, at) => letter !== lines[i]?.[at]).length, 0);

function changed({ damages, condition }, random, size) {
  const change = random.of([damage, damage, damage, worse, worse]);
  return change === damage && damages.length < MOST_DAMAGES
    ? { damages: [...damages, damage(random, size)], condition }
    : { damages, condition: { ...condition, ...worse(random) } };
}

const worse = (random) =>
  random.of([
    () => ({ width: random.between(620, 1_500) }),
    () => ({ blur: 0.5 + random.next() * 1.8 }),
    () => ({ moved: random.between(3, 7) }),
    () => ({ noise: random.between(4, 24) }),
    () => ({ quality: random.between(12, 60) }),
    () => ({ gain: 0.25 + random.next() * 0.6 }),
    () => ({ turned: random.between(-60, 60) / 10 }),
    () => ({ foreshortened: random.next() * 0.09 }),
  ])();

/**
 * Random damage in the lower part of the document, where the machine readable zone is. Lengths are relative to the
 * document's width.
 */
function damage(random, { width, height }) {
  const [x, y] = [random.next() * width, height * (0.6 + random.next() * 0.4)];
  const [thin, long] = [width * (0.0006 + random.next() * 0.0018), width * (0.02 + random.next() * 0.3)];
  const angle = random.next() * Math.PI;
  const colour = random.of([INK, PAPER]);
  const round = (value) => Math.round(value * 10) / 10;
  const [dx, dy] = [Math.cos(angle) * long, Math.sin(angle) * long];
  return random.of([
    () =>
      `<line x1="${round(x)}" y1="${round(y)}" x2="${round(x + dx)}" y2="${round(y + dy)}" stroke="${colour}" stroke-width="${round(thin)}"/>`,
    () => `<circle cx="${round(x)}" cy="${round(y)}" r="${round(thin * 2)}" fill="${colour}"/>`,
    () =>
      `<rect x="${round(x)}" y="${round(y)}" width="${round(long)}" height="${round(thin * 12)}" fill="${colour}" fill-opacity="${round(0.2 + random.next() * 0.5)}"/>`,
    () =>
      `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(long / 2)}" ry="${round(long / 5)}" fill="#fff" fill-opacity="${round(0.4 + random.next() * 0.5)}"/>`,
  ])();
}

const damaged = (document, damages, { width, height }) =>
  sharp(document)
    .composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${damages.join('')}</svg>`,
        ),
      },
    ])
    .png()
    .toBuffer();
