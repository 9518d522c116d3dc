import { CHARACTERS, FILLER, LETTERS } from './characters.js';
import type { Probabilities } from './cell-reader.js';
import { scoreOf } from './likelihood.js';

/**
 * The codes of ICAO 9303-3, section 5: states, territories, organisations, and the fictitious Utopia. `D` is padded
 * with fillers.
 */
const CODES = new Set(
  `AFG ALA ALB DZA ASM AND AGO AIA ATA ATG ARG ARM ABW AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BMU BTN BOL BES BIH
  BWA BVT BRA IOT BRN BGR BFA BDI CPV KHM CMR CAN CYM CAF TCD CHL CHN CXR CCK COL COM COG COD COK CRI CIV HRV CUB CUW
  CYP CZE DNK DJI DMA DOM ECU EGY SLV GNQ ERI EST SWZ ETH FLK FRO FJI FIN FRA GUF PYF ATF GAB GMB GEO DEU GHA GIB GRC
  GRL GRD GLP GUM GTM GGY GIN GNB GUY HTI HMD VAT HND HKG HUN ISL IND IDN IRN IRQ IRL IMN ISR ITA JAM JPN JEY JOR KAZ
  KEN KIR PRK KOR KWT KGZ LAO LVA LBN LSO LBR LBY LIE LTU LUX MAC MDG MWI MYS MDV MLI MLT MHL MTQ MRT MUS MYT MEX FSM
  MDA MCO MNG MNE MSR MAR MOZ MMR NAM NRU NPL NLD NCL NZL NIC NER NGA NIU NFK MKD MNP NOR OMN PAK PLW PSE PAN PNG PRY
  PER PHL PCN POL PRT PRI QAT REU ROU RUS RWA BLM SHN KNA LCA MAF SPM VCT WSM SMR STP SAU SEN SRB SYC SLE SGP SXM SVK
  SVN SLB SOM ZAF SGS SSD ESP LKA SDN SUR SJM SWE CHE SYR TWN TJK TZA THA TLS TGO TKL TON TTO TUN TUR TKM TCA TUV UGA
  UKR ARE GBR USA UMI URY UZB VUT VEN VNM VGB VIR WLF ESH YEM ZMB ZWE UTO GBD GBN GBO GBP GBS RKS EUE UNO UNA UNK XOM
  XPO XXA XXB XXC XXX XBA XIM XCC XCE XCO XEC XMP XDC D<<`.split(/\s+/),
);
const LETTERS_AND_FILLER = LETTERS + FILLER;
const NOT_LISTED = -3;
const NO_CODE = -1;
const CANDIDATES = 7;

export interface StateCode {
  readonly text: string;
  readonly score: number;
  /** The difference from the score of the second best code. */
  readonly margin: number;
}

/**
 * Reads a state code. Unlisted codes get a penalty. Digits are not forced to letters: a code with digits leads to a
 * refusal of the document, instead of a guess.
 */
export function stateCodeOf(cells: readonly Probabilities[]): StateCode {
  const candidates = cells.slice(0, 3).map((cell) =>
    Array.from(CHARACTERS)
      .map((character) => ({
        character,
        free: scoreOf(cell, character, CHARACTERS),
        asLetter: LETTERS_AND_FILLER.includes(character) ? scoreOf(cell, character, LETTERS_AND_FILLER) : -Infinity,
      }))
      .sort((a, b) => Math.max(b.free, b.asLetter) - Math.max(a.free, a.asLetter))
      .slice(0, CANDIDATES),
  );
  const [first = [], second = [], third = []] = candidates;
  const scored = first.flatMap((a) => second.flatMap((b) => third.map((c) => scoredCode([a, b, c]))));
  const [best, next] = scored.sort((a, b) => b.score - a.score);
  return { text: best?.text ?? '', score: best?.score ?? 0, margin: (best?.score ?? 0) - (next?.score ?? 0) };
}

interface Candidate {
  readonly character: string;
  readonly free: number;
  readonly asLetter: number;
}

function scoredCode(three: readonly Candidate[]): { text: string; score: number } {
  const text = three.map(({ character }) => character).join('');
  const total = (of: (candidate: Candidate) => number): number => three.reduce((sum, each) => sum + of(each), 0);
  if (CODES.has(text)) return { text, score: total(({ asLetter }) => asLetter) };
  return { text, score: total(({ free }) => free) + (text === '<<<' ? NO_CODE : NOT_LISTED) };
}
