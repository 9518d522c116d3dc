/**
 * Measures the size of the code: lines, files, Nest modules, test titles, and the names that each part of `shared`
 * exports.
 * Run: `npm run measure`. At the end it lists other measurements, with the command of each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { fromRoot } from './lib/root.mjs';

const SMALL_LINES = 25;

const filesOf = (folder) =>
  readdirSync(fromRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(?:node_modules|dist|build|generated)\//.test(path))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

const isTest = ({ name }) => /\.spec\.tsx?$/.test(name);
const linesOf = ({ text }) => text.split('\n').length - 1;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The number of names that a folder of `src/shared` exports from its `index.ts`. */
function namesOf(part, checker, program) {
  const door = program.getSourceFile(fromRoot(`src/shared/${part}/index.ts`));
  return door ? checker.getExportsOfModule(checker.getSymbolAtLocation(door)).length : 0;
}

const source = filesOf('src').filter((file) => !isTest(file));
const small = source.filter((file) => linesOf(file) < SMALL_LINES);
const modules = sum(source.map(({ text }) => text.match(/^@Module\(/gm)?.length ?? 0));

const parts = readdirSync(fromRoot('src/shared'));
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(fromRoot('tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  fromRoot(),
);
const doors = parts.map((part) => fromRoot(`src/shared/${part}/index.ts`)).filter((door) => ts.sys.fileExists(door));
const program = ts.createProgram(doors, options);
const names = parts.map((part) => [part, namesOf(part, program.getTypeChecker(), program)]);

const specs = ['test', 'src', 'web', 'clients', 'packages']
  .flatMap(filesOf)
  .filter((file) => isTest(file) || /\.cases\.ts$/.test(file.name));
const titles = specs.flatMap(({ text }) => [
  ...text.matchAll(/\bit(?:\.\w+)*(?:\.each\([^]*?\))?\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/g),
]);
/** A test title that begins with one of these words is no sentence, even together with the title of its `describe`. */
const HALF = /^(?:of|that|by|whose|in|at|and|where|when|while|not|for|with|once|to|on|from|who|as)\b/;
const halves = titles.filter(({ groups }) => HALF.test(groups.title));

const rows = [
  ...['src', 'web', 'clients', 'packages', 'scripts', 'bench', 'examples'].map((folder) => [
    `lines of ${folder}, without tests`,
    sum(
      filesOf(folder)
        .filter((file) => !isTest(file))
        .map(linesOf),
    ),
  ]),
  [
    'lines of tests',
    sum([...filesOf('test'), ...['src', 'web', 'clients', 'packages'].flatMap(filesOf).filter(isTest)].map(linesOf)),
  ],
  ['test titles', titles.length],
  ['test titles that begin as a half', `${halves.length} (${Math.round((100 * halves.length) / titles.length)} %)`],
  ['files of src', source.length],
  [
    `files of src under ${SMALL_LINES} lines`,
    `${small.length} (${Math.round((100 * small.length) / source.length)} %)`,
  ],
  ['Nest modules', modules],
  ['names that shared exports', sum(names.map(([, count]) => count))],
  ...names.map(([part, count]) => [`  ${part}`, count]),
];
for (const [what, count] of rows) console.log(`${what.padEnd(36)}${String(count).padStart(12)}`);

console.log(`
Measured by other commands:
  files that a request passes         npm run bench -- files-passed
  cost beside plain Nest              npm run bench -- http
  time of the tests                   npm test, npm run test:all
  from saving a line to the answer    npm run dev, which prints the seconds`);
