import { Application, OptionDefaults } from 'typedoc';
import { complain } from './lib/complain.mjs';
import { fromRoot } from './lib/root.mjs';

// Writes the API reference of the published packages, as pages below dist/reference.
const PACKAGES = {
  'clients/node': ['index'],
  'clients/typescript': ['index', 'react-native', 'cordova'],
  'clients/react-native': ['index'],
};

for (const [folder, entries] of Object.entries(PACKAGES)) {
  const application = await Application.bootstrap({
    entryPoints: entries.map((name) => fromRoot(`${folder}/src/${name}.ts`)),
    tsconfig: fromRoot(`${folder}/tsconfig.json`),
    exclude: ['**/*.spec.ts'],
    // openapi-typescript writes the tags @constant and @description into comments.
    blockTags: [...OptionDefaults.blockTags, '@constant', '@description'],
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    hideGenerator: true,
    githubPages: false,
    logLevel: 'Warn',
    // A type that a package does not export is shown where it is used.
    validation: { notExported: false },
    treatWarningsAsErrors: true,
  });
  const project = await application.convert();
  if (!project || application.logger.hasErrors()) complain(`The reference of ${folder} could not be made.`);
  const out = fromRoot(`dist/reference/${folder.split('/')[1]}`);
  await application.generateDocs(project, out);
  console.log(`Written: ${out}`);
}
