import sharp from 'sharp';
import { glyphNet, MrzReader } from '../../dist/packages/identity-engine/src/documents.js';
import { drawLicenceBack, drawSpecimen, photographed } from '../../dist/packages/identity-engine/src/specimens.js';

// Inspection forbids `sharp` all loaders but two, in the whole process: another spec may have run in it before.
sharp.unblock({ operation: ['VipsForeignLoad'] });

const reader = new MrzReader(glyphNet());

/** Draws specimens and reads zones outside of the test's own realm, where loops over pixels are ten times as fast. */
export default async function perform({ specimen, licence, drawing, condition, picture, budgetMs }) {
  const drawn = () => (licence ? drawLicenceBack(licence) : drawSpecimen(specimen, drawing));
  const photo = picture ?? (await photographed(await drawn(), condition));
  if (budgetMs === undefined) return { photo };
  const { outcome, found, ms } = await reader.read(Buffer.from(photo), budgetMs);
  const { lines, rawLines, layout } = found?.reading ?? {};
  return { outcome, lines, rawLines, format: layout?.format, ms };
}
