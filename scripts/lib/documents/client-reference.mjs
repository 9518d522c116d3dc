import { basename } from 'node:path';
import ts from 'typescript';
import { formatted } from '../format.mjs';
import { fromRoot } from '../root.mjs';

const SOURCE = fromRoot('clients/typescript/src');

/** The source files in the order of the reference: `client.ts` first, because apps begin with it. */
const FILES = [
  'client.ts',
  'types.ts',
  'device-types.ts',
  'signing.ts',
  'errors.ts',
  'ports.ts',
  'storage.ts',
  'texts.ts',
];
const COMPATIBLE = ['react-native.ts', 'cordova.ts'];

const HEAD = `# The client library: every name

Generated from the source by \`npm run docs\`. [The client library](client-library.md) explains how to use them.
`;

/** Every exported name with its comment and its type. */
export const clientReference = {
  path: 'docs/integrators/client-library-reference.md',
  text: async () => {
    const program = programOf(['index.ts', ...COMPATIBLE]);
    const own = exportsOf(program, 'index.ts');
    const byFile = FILES.flatMap((file) => own.filter(({ declaration }) => fileOf(declaration) === file));
    const faces = COMPATIBLE.map((file) => [
      `## @countersign/client/${basename(file, '.ts')}\n`,
      ...exportsOf(program, file).map(entry),
    ]);
    const parts = [HEAD, '## @countersign/client\n', ...byFile.map(entry), ...faces.flat()];
    return (await Promise.all(parts)).join('\n');
  },
};

function programOf(names) {
  const { config } = ts.readConfigFile(fromRoot('clients/typescript/tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, fromRoot('clients/typescript'));
  return ts.createProgram(
    names.map((name) => `${SOURCE}/${name}`),
    { ...options, types: [] },
  );
}

function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(`${SOURCE}/${file}`));
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const [declaration] = symbol.declarations ?? [];
    return declaration ? [{ name: exported.name, declaration, checker, symbol }] : [];
  });
}

const fileOf = (declaration) => basename(declaration.getSourceFile().fileName);

async function entry({ name, declaration, checker, symbol }) {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const code = await formatted(`${name}.ts`, codeOf(declaration, checker, symbol));
  return `### ${name}\n\n${comment && `${comment}\n\n`}\`\`\`ts\n${code}\`\`\`\n`;
}

/** The source text of an interface or a type alias; for values and classes only their public types. */
function codeOf(declaration, checker, symbol) {
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return declaration.getText();
  const flags = ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.MultilineObjectLiterals;
  if (ts.isClassDeclaration(declaration)) {
    const members = declaration.members.filter((member) => !ts.isConstructorDeclaration(member) && member.name);
    const parameters = declaration.members.find(ts.isConstructorDeclaration)?.parameters ?? [];
    const lines = [...parameters, ...members].map((member) => {
      const type = checker.typeToString(checker.getTypeAtLocation(member), member, flags);
      return `  readonly ${member.name.getText()}: ${type};`;
    });
    return `class ${symbol.name} extends Error {\n${lines.join('\n')}\n}`;
  }
  const type = checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, declaration), declaration, flags);
  return `declare const ${symbol.name === 'default' ? 'RdnaClient' : symbol.name}: ${type};`;
}
