import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';
import { faceNets } from '../scripts/lib/face-nets.mjs';
import { packageEntries } from '../scripts/lib/workspace-packages.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Level 11 takes seconds for Swagger UI, and saves a tenth. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Phones load these over slow networks. */
const MOST_COMPRESSED = 1_000_000;

/** What the console loads before it shows anything: its entry, what that imports, its styles. Pages come later. */
const MOST_AT_FIRST = 60_000;

/** Beside each file its compressed forms, so that the server compresses nothing. */
const compressed = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(?:css|js)$/.test(file));
    const sizes = {};
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        const content = await readFile(path);
        const packed = await toBrotli(content, brotli);
        if (packed.length > MOST_COMPRESSED) throw new Error(`${file} has ${packed.length} bytes compressed`);
        sizes[file] = packed.length;
        await writeFile(`${path}.br`, packed);
        await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
      }),
    );
    const first = firstOf('console', bundle).reduce((sum, file) => sum + sizes[file], 0);
    if (first > MOST_AT_FIRST) throw new Error(`The console loads ${first} bytes at first`);
  },
};

function firstOf(name, bundle) {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const imported of bundle[file]?.imports ?? []) add(imported);
  };
  for (const { fileName, isEntry, names = [], name: own } of Object.values(bundle)) {
    if ((isEntry && own === name) || names.includes(`${name}.css`)) add(fileName);
  }
  return [...found];
}

const FACE_NETS = 'virtual:face-nets';

/** The nets that find the face before the camera, as a part of the worker that runs them. */
const facePlugin = {
  name: 'face-nets',
  resolveId: (id) => (id === FACE_NETS ? `\0${FACE_NETS}` : undefined),
  load: (id) => (id === `\0${FACE_NETS}` ? `export default ${JSON.stringify(faceNets())}` : undefined),
};

const ownPackages = Object.entries(packageEntries()).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}));

const inputs = (...files) => files.map((file) => join(HERE, file));

/** The server writes the pages and reads from the manifest what they load: there is no HTML here. */
const config = defineConfig({
  root: HERE,
  // Scripts load their parts from beside themselves: each surface serves them below another path.
  base: './',
  cacheDir: join(HERE, '../node_modules/.vite'),
  logLevel: 'warn',
  resolve: { alias: ownPackages },
  plugins: [compressed],
  worker: { plugins: () => [facePlugin] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    license: { fileName: 'licenses.md' },
    modulePreload: false,
    assetsDir: '',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: inputs(
        'src/pages.ts',
        'src/idv.ts',
        'src/reference.ts',
        'src/app.tsx',
        'src/console.tsx',
        'src/demo.tsx',
        'src/guide.ts',
        'styles/pages.css',
        'styles/idv.css',
        'styles/app.css',
        'styles/console.css',
        'styles/demo.css',
        'styles/documents.css',
        'styles/reference.css',
        'styles/swagger.css',
        'styles/guide.css',
      ),
    },
  },
});

export default config;

/** For pages of one file, and the worker: built on its own, a script shares nothing with others, so it imports nothing. */
export const selfContained = defineConfig({
  ...config,
  build: {
    ...config.build,
    emptyOutDir: false,
    manifest: 'self-contained.json',
    license: { fileName: 'self-contained-licenses.md' },
    rolldownOptions: {
      ...config.build.rolldownOptions,
      input: inputs('src/evidence.ts', 'src/guide-theme.ts', 'worker/sw.ts', 'styles/evidence.css'),
    },
  },
});
