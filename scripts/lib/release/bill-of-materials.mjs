import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isOurOwn, modelFiles } from '../model-source.mjs';
import { fromRoot } from '../root.mjs';
import { manifestOf } from '../workspace-packages.mjs';

/**
 * Licence lists of the web bundles. The listed packages are delivered inside a bundle, so they are not among the
 * installed packages.
 */
const BUNDLES = ['dist/web/licenses.md', 'dist/web/self-contained-licenses.md'];
const ENGINE_BUNDLE = [
  '@tensorflow/tfjs-backend-wasm',
  '@tensorflow/tfjs-converter',
  '@tensorflow/tfjs-core',
  'onnxruntime-web',
];

/** Licences of packages whose package.json uses an outdated licence field; taken from their licence files. */
const NAMED_ELSEWHERE = { busboy: 'MIT', pause: 'MIT', streamsearch: 'MIT' };

/** Packages that are bundled into our own packages. */
const CARRIED = { '@countersign/evidence': ['canonicalize'], '@countersign/node': ['canonicalize'] };

/** Licences of neural nets that come from no package. */
const OWN_NETS = { 'mobilefacenet.onnx': 'Apache-2.0' };

/** The bill of materials of the program: installed packages, bundled packages, and neural nets. */
export function billOfProgram(time) {
  const bill = npmBill(['--omit=dev']);
  const isOurs = ({ 'bom-ref': ref }) => ref.startsWith('@countersign/');
  bill.components = bill.components.filter((one) => !isOurs(one));
  bill.dependencies = bill.dependencies.filter(({ ref }) => !ref.startsWith('@countersign/'));
  for (const dependency of bill.dependencies) {
    dependency.dependsOn = dependency.dependsOn.filter((ref) => !ref.startsWith('@countersign/'));
  }
  const known = new Set(bill.components.map((one) => one['bom-ref']));
  const more = [...bundled(), ...nets()].filter((one) => !known.has(one['bom-ref']));
  bill.components.push(...more);
  const root = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref']);
  root.dependsOn.push(...more.map((one) => one['bom-ref']));
  bill.metadata.component = { ...bill.metadata.component, type: 'application', name: 'countersign' };
  return sealed(bill, time);
}

/** The bill of materials of a package that we publish. */
export function billOfPackage(name, time) {
  const bill = npmBill(['--omit=dev', `--workspace=${name}`]);
  const own = bill.components.find((one) => one.purl?.startsWith(`pkg:npm/${name.replace('@', '%40')}@`));
  const inside = (CARRIED[name] ?? []).map(installed);
  const ref = own['bom-ref'];
  bill.components = inside;
  bill.dependencies = [{ ref, dependsOn: inside.map((one) => one['bom-ref']) }];
  bill.metadata.component = own;
  return sealed(bill, time);
}

function npmBill(args) {
  const options = { cwd: fromRoot(), encoding: 'utf8', maxBuffer: 64 * 2 ** 20 };
  return JSON.parse(execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...args], options));
}

/** Makes the bill reproducible: npm would write the current time and a random serial number. */
function sealed(bill, time) {
  const byRef = (one, other) => (one['bom-ref'] ?? one.ref).localeCompare(other['bom-ref'] ?? other.ref, 'en');
  bill.components.sort(byRef);
  bill.dependencies.sort(byRef);
  bill.metadata.timestamp = time;
  delete bill.serialNumber;
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return {
    $schema: bill.$schema,
    bomFormat: bill.bomFormat,
    specVersion: bill.specVersion,
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    ...bill,
  };
}

const bundled = () => [...new Set([...BUNDLES.flatMap(packagesNamedIn), ...ENGINE_BUNDLE])].map(installed);

function installed(name) {
  const { version, license } = manifestOf(`node_modules/${name}`);
  return component('library', name, version, license, `pkg:npm/${name.replace('@', '%40')}@${version}`);
}

/** Packages in a licence list of the bundler, which names every bundled package. */
const packagesNamedIn = (file) =>
  [...readFileSync(fromRoot(file), 'utf8').matchAll(/^## (\S+) - \S+ \(.*\)$/gm)].map(([, name]) => name);

const nets = () =>
  modelFiles().map(([name, { from, sha256 }]) => {
    const source = isOurOwn(from) ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(from)[0];
    const { version, license } = source ? manifestOf(`node_modules/${source}`) : manifestOf('packages/identity-engine');
    const type = name.endsWith('.wasm') || name.endsWith('.txt') ? 'file' : 'machine-learning-model';
    return {
      ...component(type, name, version, OWN_NETS[name] ?? license),
      ...(source && { description: `From the package ${source}.` }),
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    };
  });

const component = (type, name, version, license, purl) => ({
  'bom-ref': purl ? `${name}@${version}` : `model:${name}`,
  type,
  name,
  version,
  ...(purl && { purl }),
  licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
});

/** The components of a bill of materials, each with its licence. */
export const licencesOf = (bill) =>
  bill.components.map(({ 'bom-ref': ref, name, licenses = [] }) => [
    ref,
    licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND ') ||
      NAMED_ELSEWHERE[name],
  ]);
