import { join } from 'node:path';
import { complain } from './complain.mjs';

/** Writes the `.d.ts` files of a package. */
export async function declareTypes(folder, options) {
  const { default: ts } = await import('typescript');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options: own, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram(
    fileNames.filter((name) => !name.endsWith('.spec.ts')),
    { ...own, types: [], ...options, noEmit: false, declaration: true, emitDeclarationOnly: true },
  );
  const { diagnostics } = program.emit();
  const wrong = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (wrong.length === 0) return;
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => folder, getNewLine: () => '\n' };
  complain(`${ts.formatDiagnostics(wrong, host)}\nThe types of ${folder} could not be written.`);
}
