import { spawnSync } from 'node:child_process';
import { billOfPackage, billOfProgram } from '../../scripts/lib/release/bill-of-materials.mjs';

/** `CYCLONEDX_PYTHON` names a Python that has `cyclonedx-python-lib[validation]`. */
const PYTHON = process.env['CYCLONEDX_PYTHON'] ?? 'python3';
const AT = '2026-01-31T09:30:00.000Z';
const python = (program: string, input = '') => spawnSync(PYTHON, ['-c', program], { input, encoding: 'utf8' });

/** Validates strictly, then reads the bill into the objects of the library. */
const READ = `
import json, sys
from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
text = sys.stdin.read()
bill = json.loads(text)
fault = JsonStrictValidator(SchemaVersion.from_version(bill['specVersion'])).validate_str(text)
read = Bom.from_json(bill)
print(json.dumps({'fault': fault and str(fault), 'names': sorted(one.name for one in read.components)}))
`;

(python('import cyclonedx.validation.json').status === 0 ? describe : describe.skip)(
  'A bill of materials, read by the library of CycloneDX for Python,',
  () => {
    it.each([
      ['the program', () => billOfProgram(AT)],
      ['the package @countersign/node', () => billOfPackage('@countersign/node', AT)],
    ])('is valid and has every component: %s', (_of, billOf) => {
      const bill = billOf();
      const { stdout, stderr } = python(READ, JSON.stringify(bill));
      const { fault, names } = JSON.parse(stdout || JSON.stringify({ fault: stderr })) as Record<string, unknown>;
      expect(fault).toBeNull();
      expect(names).toEqual(bill.components.map(({ name }) => name as string).sort());
    });
  },
);
