import { threadMs } from './thread-time.js';
import type { DocumentThresholds } from './documents/document-thresholds.js';
import { isNumberedLicence, type DocumentType } from './documents/document.js';
import { signalOf, type PictureSignal } from './signals/picture-signals.js';
import { codesIn, type Code } from './barcode/code-finder.js';
import { licenceFieldsIn, type LicenceFields } from './barcode/licence-fields.js';
import type { DocumentEvidence, ZoneEvidence } from './decision/document-evidence.js';
import { decoded, planesOf, type GreyPicture, type RgbPicture } from './mrz/grey-picture.js';
import type { MrzFound, MrzRead, MrzReader } from './mrz/mrz-reader.js';
import { bornBefore, fieldsOf, type ZoneFields } from './mrz/zone-fields.js';
import { numberedFieldsOn } from './numbered/numbered-page.js';
import { pageAboveLine, type PageArea } from './page-area.js';
import { glareWithin, qualityOf } from './quality/picture-quality.js';
import { screenPattern } from './signals/screen-pattern.js';
import { countOfSame, fieldsOn, type PageFields } from './viz/page-fields.js';
import type { PageText } from './viz/page-text.js';
import { fieldsSeenIn, type FieldsSeen } from './viz/printed-fields.js';
import { levelled, onItsHead, pageAbove } from './viz/upright-page.js';

export interface DocumentJob {
  readonly front: Uint8Array;
  readonly back?: Uint8Array;
  /** An earlier picture of the front, which may show what the current one does not. */
  readonly earlier?: Uint8Array;
  /** An earlier picture of the back, used if the current one cannot be read. */
  readonly earlierBack?: Uint8Array;
  /** The type that the user chose. Without it, a barcode is searched for if no machine readable zone is found. */
  readonly type?: DocumentType;
  /** The country that the user chose. */
  readonly country?: string;
  /** Whether the client accepts European driving licences that are read by their numbered fields. */
  readonly byFields?: boolean;
  /** The thresholds of the decision, instead of the defaults. */
  readonly thresholds?: DocumentThresholds;
  /** The time for searching the machine readable zone in one picture. */
  readonly zoneMs: number;
}

interface Side {
  readonly picture: RgbPicture;
  /** The picture reduced to a common size, because measured sharpness depends on the size. */
  readonly small: GreyPicture;
}

interface ZoneSeen {
  readonly side: Side;
  readonly evidence: ZoneEvidence;
  readonly found?: MrzFound;
  /**
   * Where the page is in the picture. Set only for a machine readable zone on the front, where the text and the
   * portrait are.
   */
  readonly page?: PageArea;
}

const LONGEST = 2_400;
const SMALL = 1_000;
/**
 * Above this, the signal `screen_pattern` is raised. The values of all honest specimens that were measured are lower.
 */
export const SCREEN_LIMIT = 0.45;
const CODES_MS = 1_000;
/** With fewer found fields than this, the page is also read upside down. */
const FEW_FIELDS = 3;
/** The only state whose cards and licences print the month before the day. */
const MONTH_FIRST = 'USA';

/** The readers that the jobs of one thread share. */
export interface DocumentReaders {
  readonly zones: MrzReader;
  readonly text: PageText;
}

/**
 * Collects all evidence from the pictures of a document, without judging it. `expected` are fields to look for in the
 * printed text if the picture shows no readable zone.
 */
export async function examined(
  job: DocumentJob,
  readers: DocumentReaders,
  today: Date,
  expected?: ZoneFields,
): Promise<DocumentEvidence> {
  const front = await sideOf(job.front);
  const back = job.back && (await sideOf(job.back));
  const sides = back ? [back, front] : [front];
  const numbered = await numberedOn(front, job, readers, today);
  const chosen = job.type === 'driving_licence' && !numbered ? await licenceOn(sides) : undefined;
  const zone = await zoneOn(
    chosen || numbered ? [] : sides,
    front,
    (picture) => readers.zones.read(picture, job.zoneMs),
    today,
  );
  const licence = job.type === undefined && zone.evidence.outcome === 'not_found' ? await licenceOn(sides) : chosen;
  const { printed, fields } = await compared(front, licence, zone, readers, expected);
  const qualities = sides.map(({ small }) => qualityOf(small));
  return {
    ...(job.type && { type: job.type }),
    zone: { ...zone.evidence, ...(fields && { fields }) },
    ...(zone.page && { page: zone.page }),
    ...(licence && { licence }),
    ...(numbered && { numbered }),
    ...(printed && { printed }),
    sharpness: Math.min(...qualities.map(({ sharpness }) => sharpness)),
    brightness: Math.min(...qualities.map(({ brightness }) => brightness)),
    signals: [screenSignal('front', front), ...(back ? [screenSignal('back', back)] : [])],
  };
}

/** Reads a licence by its numbered fields. */
async function numberedOn(
  { picture, small }: Side,
  { type, country, byFields }: DocumentJob,
  { text }: DocumentReaders,
  today: Date,
): Promise<DocumentEvidence['numbered']> {
  if (!byFields || type !== 'driving_licence' || country === undefined || !isNumberedLicence(country)) return undefined;
  const page = await levelled(picture, small);
  const fields =
    (await numberedFieldsOn(page, text, country, today)) ??
    (await numberedFieldsOn(onItsHead(page), text, country, today));
  return fields && { ...fields, country };
}

const screenSignal = (side: PictureSignal['side'], { picture }: Side): PictureSignal => ({
  side,
  ...signalOf('screen_pattern', screenPattern(picture), SCREEN_LIMIT),
});

async function sideOf(bytes: Uint8Array): Promise<Side> {
  const picture = await decoded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), LONGEST);
  return { picture, small: await plainGrey(picture) };
}

const plainGrey = async (picture: RgbPicture): Promise<GreyPicture> =>
  (await planesOf(picture, Math.min(SMALL, Math.max(picture.width, picture.height)), false)).grey;

async function licenceOn(sides: readonly Side[]): Promise<LicenceFields | undefined> {
  for (const { picture } of sides) {
    for await (const codes of codesIn(picture, threadMs() + CODES_MS)) {
      const [licence] = codes.flatMap((code) => licenceIn(code) ?? []);
      if (licence) return licence;
    }
  }
  return undefined;
}

/** The licence in a barcode. QR codes are ignored, because no issuer uses them and anyone can make one. */
const licenceIn = ({ format, text }: Code): LicenceFields | undefined =>
  format === 'PDF417' ? licenceFieldsIn(text) : undefined;

const RANK = ['accepted', 'check_digits', 'other_layout', 'unsure', 'not_found'] as const;

/** Reads the machine readable zone on each side, and returns the one whose outcome comes first in `RANK`. */
async function zoneOn(
  sides: readonly Side[],
  front: Side,
  read: (picture: RgbPicture) => Promise<MrzRead>,
  today: Date,
): Promise<ZoneSeen> {
  const nothing = { outcome: 'not_found', ambiguousNumber: false, certainty: 0, glare: 0 } as const;
  let best: ZoneSeen = { side: front, evidence: nothing };
  for (const side of sides) {
    const { outcome, found } = await read(side.picture);
    if (RANK.indexOf(outcome) >= RANK.indexOf(best.evidence.outcome)) continue;
    const { ambiguousNumber, mean } = found?.reading ?? {};
    const evidence: ZoneEvidence = {
      outcome,
      ...(found && textIn(outcome, found, today)),
      ambiguousNumber: ambiguousNumber ?? false,
      certainty: mean ?? 0,
      glare: found ? glareWithin(side.small, found.corners) : 0,
    };
    const page = found && side === front && pageIn(side.picture, found);
    best = { side, evidence, ...(found && { found }), ...(page && { page }) };
    if (outcome === 'accepted') break;
  }
  return best;
}

function textIn(outcome: MrzRead['outcome'], { reading }: MrzFound, today: Date): Partial<ZoneEvidence> {
  const { layout, lines, rawLines } = reading;
  if (outcome === 'accepted') return { fields: fieldsOf(lines, layout, today), lines };
  return outcome === 'check_digits'
    ? { asPrinted: { fields: fieldsOf(rawLines, layout, today), lines: rawLines } }
    : {};
}

function pageIn({ width, height }: RgbPicture, { corners: [start, end] }: MrzFound): PageArea | undefined {
  return start && end && pageAboveLine(start, end, { width, height });
}

interface Compared {
  readonly printed?: FieldsSeen;
  /**
   * The fields of the machine readable zone, whose years have two digits. The century of birth is from the printed
   * text.
   */
  readonly fields?: ZoneFields;
}

async function compared(
  front: Side,
  licence: LicenceFields | undefined,
  zone: ZoneSeen,
  readers: DocumentReaders,
  expected?: ZoneFields,
): Promise<Compared> {
  const { fields } = zone.evidence;
  const data = licence ?? fields ?? expected;
  if (!data) return {};
  const { seen, text } = await printedOn(front, data, zone, readers);
  const older = fields && !licence && seen.birthDate !== 'same' ? bornBefore(fields) : undefined;
  const isOlder = older && fieldsSeenIn(text, { birthDate: older.birthDate }).birthDate === 'same';
  return isOlder
    ? { printed: { ...seen, birthDate: 'same' }, fields: older }
    : { printed: seen, ...(fields && { fields }) };
}

/**
 * Compares the fields with the printed text on the front. A machine readable zone on the front also shows which way the
 * page is turned.
 */
async function printedOn(
  front: Side,
  data: LicenceFields | ZoneFields,
  zone: ZoneSeen,
  { text }: DocumentReaders,
): Promise<PageFields> {
  const { picture, small } = front;
  const { number, surname, givenNames, birthDate, expiryDate } = data;
  const expected = { number, surname, givenNames, birthDate, ...(expiryDate && { expiryDate }) };
  const state = 'issuer' in data ? data.issuer : data.country;
  const writing = {
    state,
    monthFirst: state === MONTH_FIRST,
    ...('cut' in data && { cut: data.cut }),
  };
  if (zone.found && zone.page)
    return fieldsOn(await pageAbove(picture, zone.page, zone.found.pitch), text, expected, writing);
  const page = await levelled(picture, small);
  const upright = await fieldsOn(page, text, expected, writing);
  if (countOfSame(upright.seen) >= FEW_FIELDS) return upright;
  const turned = await fieldsOn(onItsHead(page), text, expected, writing);
  return countOfSame(turned.seen) > countOfSame(upright.seen) ? turned : upright;
}
