import { documentDecision, examined } from '../../dist/packages/identity-engine/src/documents.js';
import {
  CONDITIONS,
  drawNumberedLicence,
  photographed,
  Random,
  randomSpecimen,
} from '../../dist/packages/identity-engine/src/specimens.js';

const TITLES = { DEU: 'FUHRERSCHEIN', ESP: 'PERMISO DE CONDUCCION', GBR: 'DRIVING LICENCE' };

const germanNumber = (random) => {
  const start = `B0${random.text('0123456789', 2)}${random.text('013456789CFGHJKLMNPRTVWXY', 5)}`;
  const sum = [...start].reduce((total, character, i) => total + parseInt(character, 36) * (9 - i), 0) % 11;
  return `${start}${sum === 10 ? 'X' : sum}1`;
};
const spanishNumber = (random) => {
  const digits = random.text('0123456789', 8);
  return `${digits}${'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23]}`;
};
const britishNumber = (random, { surname, givenNames, birthDate: born, sex }) => {
  const name = surname.replace(/ /g, '').padEnd(5, '9').slice(0, 5);
  const month = String(Number(born.slice(5, 7)) + (sex === 'F' ? 50 : 0)).padStart(2, '0');
  const [first, second = '9'] = givenNames.split(' ').map((word) => word[0]);
  return `${name}${born[2]}${month}${born.slice(8)}${born[3]}${first}${second}9${random.text('ABCDEFGHJK', 2)}`;
};
const NUMBERS = { DEU: germanNumber, ESP: spanishNumber, GBR: britishNumber };

/** The rows to print on a licence, and the fields that must be read from them. */
function licenceOf(country, seed) {
  const random = new Random(seed);
  const person = randomSpecimen('TD1', seed);
  const [issued, expires] = [`20${random.between(20, 25)}`, `20${random.between(28, 34)}`];
  const data = {
    number: NUMBERS[country](random, person),
    lastNames: person.surname,
    firstNames: person.givenNames,
    birthDate: person.birthDate,
    expiryDate: `${expires}-03-14`,
  };
  const day = (date) => date.split('-').reverse().join('.');
  const rows = [
    `1. ${data.lastNames}`,
    `2. ${data.firstNames}`,
    `3. ${day(data.birthDate)} CITY`,
    `4a. 15.03.${issued}  4c. OFFICE`,
    `4b. ${day(data.expiryDate)}`,
    `5. ${data.number}`,
    '9. AM/B/L',
  ];
  return { data, rows };
}

const swapped = (rows, a, b) => rows.map((row, i) => (i === a ? `${row.split(' ')[0]} ${rows[b].slice(3)}` : i === b ? `${row.split(' ')[0]} ${rows[a].slice(3)}` : row)); // oxfmt-ignore
/** Replaces one digit or letter of the licence number with another. */
function alteredNumber(rows, seed) {
  const random = new Random(seed + 5);
  const text = rows[5];
  const at = 3 + random.between(0, 7);
  const others = [...(/\d/.test(text[at]) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')].filter((c) => c !== text[at]);
  return rows.map((row, i) => (i === 5 ? text.slice(0, at) + random.of(others) + text.slice(at + 1) : row));
}
const FORGED = {
  'number altered': alteredNumber,
  'names without their number': (rows) => rows.map((row, i) => (i === 0 ? row.slice(3) : row)),
  'birth and expiry swapped': (rows) => swapped(rows, 2, 4),
  'number and surname swapped': (rows) => swapped(rows, 0, 5),
  'no expiry': (rows) => rows.filter((_, i) => i !== 4),
  'no categories': (rows) => rows.slice(0, 6),
  'a field twice': (rows) => [...rows, rows[4]],
};

/**
 * Measures European driving licences, which are read by their numbered fields. Accepted values must equal the printed
 * ones, and forged licences must not be accepted.
 */
export async function measureLicences({ seeds, row, quantile, readers, zoneMs }) {
  const read = async (country, rows, condition, seed) => {
    const drawn = await drawNumberedLicence({ title: TITLES[country], rows });
    const front = await photographed(drawn, condition, seed);
    const before = process.cpuUsage();
    const evidence = await examined(
      { type: 'driving_licence', country, byFields: true, front, zoneMs },
      readers,
      new Date(),
    );
    const { user, system } = process.cpuUsage(before);
    return { decision: documentDecision(evidence), ms: (user + system) / 1_000 };
  };
  row('numbered licences', 'accepted', 'refused', 'wrong', 'ms p50', 'p95');
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const [count, taken] = [{ accepted: 0, refused: 0, wrong: 0 }, []];
    for (const country of Object.keys(TITLES)) {
      for (const seed of seeds) {
        const { data, rows } = licenceOf(country, seed);
        const { decision, ms } = await read(country, rows, condition, seed);
        taken.push(ms);
        const isRead = decision.outcome === 'read' && decision.doubts.length === 0;
        const wrong = isRead && Object.keys(data).filter((field) => data[field] !== decision.document[field]);
        if (wrong && wrong.length > 0)
          console.log(`  wrong: ${wrong.map((f) => `${data[f]} as ${decision.document[f]}`)}`);
        count[!isRead ? 'refused' : wrong.length > 0 ? 'wrong' : 'accepted']++;
      }
    }
    row(`  ${name}`, ...Object.values(count), quantile(taken, 0.5), quantile(taken, 0.95));
  }
  row('altered licences', 'accepted', 'of');
  for (const [name, forge] of Object.entries(FORGED)) {
    let [accepted, all] = [0, 0];
    for (const country of Object.keys(TITLES)) {
      for (const seed of seeds) {
        const { decision } = await read(country, forge(licenceOf(country, seed).rows, seed), CONDITIONS.clean, seed);
        all++;
        if (decision.outcome === 'read') accepted++;
      }
    }
    row(`  ${name}`, accepted, all);
  }
}
