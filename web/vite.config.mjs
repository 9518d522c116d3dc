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

/** Brotli's highest level, 11, would take seconds for Swagger UI, and save only a tenth of the size. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The largest compressed size of a file in bytes, because phones load it over slow networks. */
const MOST_COMPRESSED = 1_000_000;

/**
 * The largest compressed size, in bytes, of all that the console loads before it shows anything: its entry, imports and
 * styles.
 */
const MOST_AT_FIRST = 60_000;

/** Writes compressed forms beside each file, so that the server need not compress. */
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

/** Bundles the nets that find a face in camera pictures into the worker that runs them. */
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

/** There is no HTML here: the server writes the pages, and reads the names of scripts and styles from the manifest. */
const config = defineConfig({
  root: HERE,
  // Scripts load their parts by relative URLs, because each surface serves them below another path.
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

/**
 * A separate build for self-contained pages and the service worker: its scripts share no code, so they import nothing.
 */
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
