import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The nearest folder with a package.json: the service itself is that of the root. */
function workspaceOf(path: string): string {
  const folder = dirname(path);
  return folder === '.' || existsSync(join(ROOT, folder, 'package.json')) ? folder : workspaceOf(folder);
}

const IMPORT = /(?:from|import\()\s*'(\.[^']*)'/g;

const sources = ['src', 'web', 'clients', 'packages']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/node_modules|\bdist\b|\.spec\.tsx?$/.test(path));

it('A workspace imports nothing by a path that leads out of it', () => {
  const leaving = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)]
      .map(([, target = '']) => relative('.', join(dirname(path), target)))
      .filter((target) => workspaceOf(target) !== workspaceOf(path))
      .map((target) => `${path} -> ${target}`),
  );
  expect(sources.length).toBeGreaterThan(900);
  expect(leaving).toEqual([]);
});

it('the image installs with the package.json of every workspace', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; resolved?: string }>;
  };
  const workspaces = Object.values(lock.packages).flatMap(({ link, resolved }) => (link && resolved ? [resolved] : []));
  const copied = [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)];
  expect(copied.map(([, folder]) => folder).sort()).toEqual(workspaces.sort());
});

it("the newest heading of a package's changes is its version, or what is not released", () => {
  const newest = ['clients', 'packages']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
    .filter((folder) => existsSync(join(ROOT, folder, 'CHANGELOG.md')))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string };
      const [, heading = ''] = /^## (.*)$/m.exec(readFileSync(join(ROOT, folder, 'CHANGELOG.md'), 'utf8')) ?? [];
      return heading === 'Unreleased' ? '' : `${folder} ${heading}`.replace(` ${manifest.version}`, '');
    });
  expect(newest.filter((text) => text.includes(' '))).toEqual([]);
});
