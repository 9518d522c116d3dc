import { billOfProgram, licencesOf } from '../../scripts/lib/release/bill-of-materials.mjs';

/** None asks more of those who run the program than to name its authors, or to pass on changes of the part itself. */
const ALLOWED = new Set([
  ...['Apache-2.0', 'MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Unlicense', '(MIT OR CC0-1.0)'],
  // Used as they come, as libraries of their own.
  ...['LGPL-3.0-or-later', 'MPL-2.0'],
]);

describe('The bill of materials', () => {
  const bill = billOfProgram('2026-01-01T00:00:00.000Z');

  it('has for every part that runs a licence that is allowed', () => {
    expect(licencesOf(bill).filter(([, licence]) => !licence.split(' AND ').every((one) => ALLOWED.has(one)))).toEqual(
      [],
    );
  });

  it('names what is installed, what is bundled, and the nets with their hashes', () => {
    const names = bill.components.map(({ name, group }: any) => (group ? `${group}/${name}` : name));
    for (const name of ['typeorm', 'preact', 'onnxruntime-web', 'mobilefacenet.onnx']) expect(names).toContain(name);
    for (const tool of ['jest', 'vite', 'typescript']) expect(names).not.toContain(tool);
    const nets = bill.components.filter(({ type }: any) => type === 'machine-learning-model');
    expect(nets.length).toBeGreaterThan(8);
    for (const { hashes } of nets) expect(hashes).toEqual([{ alg: 'SHA-256', content: expect.any(String) }]);
  });

  it('is the same twice', () => {
    expect(billOfProgram('2026-01-01T00:00:00.000Z')).toEqual(bill);
  });
});
