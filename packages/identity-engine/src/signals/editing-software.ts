import type { Metadata } from 'sharp';

/** Programs that edit pictures. Software of cameras and phones, which also names itself in files, is not included. */
const EDITORS =
  /photoshop|lightroom|illustrator|gimp|affinity|pixelmator|paint\.net|paint ?shop|photopea|snapseed|picsart|facetune|canva|corel|photoscape|luminar|krita|pixlr|fotor|imagemagick/i;

/** Whether the metadata names an editing program. No other metadata is read, and none is stored. */
export const namesEditor = ({ exif, xmp }: Pick<Metadata, 'exif' | 'xmp'>): boolean =>
  [...(exif ? softwareIn(exif) : []), ...(xmp ? toolsIn(xmp) : [])].some((name) => EDITORS.test(name));

const HEADER = 'Exif\0\0';
const ENTRY = 12;
const TEXT = 2;
const MOST_ENTRIES = 200;
/** The Exif tags ProcessingSoftware and Software (Exif 2.32, TIFF 6.0). */
const TAGS = new Set([0x000b, 0x0131]);

/**
 * Reads the first directory of the Exif data. Lengths and offsets are untrusted: anything outside the data reads as
 * empty.
 */
function softwareIn(exif: Buffer): string[] {
  const tiff = exif.subarray(exif.toString('latin1', 0, HEADER.length) === HEADER ? HEADER.length : 0);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const at = (place: number, bytes: 2 | 4): number => {
    if (place < 0 || place + bytes > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(place, bytes) : tiff.readUIntBE(place, bytes);
  };
  const directory = at(4, 4);
  const count = Math.min(MOST_ENTRIES, at(directory, 2));
  return Array.from({ length: count }, (_, i) => directory + 2 + i * ENTRY)
    .filter((entry) => TAGS.has(at(entry, 2)) && at(entry + 2, 2) === TEXT)
    .map((entry) => {
      const length = at(entry + 4, 4);
      const start = length <= 4 ? entry + 8 : at(entry + 8, 4);
      return tiff.toString('latin1', start, start + Math.min(length, 255));
    });
}

const TOOL = /(?:CreatorTool|softwareAgent)\s*(?:=\s*["']|>)([^"'<]{1,255})/g;
const toolsIn = (xmp: Buffer): string[] =>
  Array.from(xmp.toString('utf8', 0, 65_536).matchAll(TOOL), ([, name]) => name ?? '');
