import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Program, type ProgramEnv } from './program.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The one block of this language on a page of our documentation, or in the part of it under a heading. */
export function documented(page: string, language: string, heading?: string): string {
  const whole = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const text = heading === undefined ? whole : (whole.split(`\n## ${heading}\n`)[1]?.split('\n## ', 1)[0] ?? '');
  const blocks = [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)];
  const [block, another] = blocks.filter(([, marked]) => marked === language).map(([, , code]) => code);
  if (block === undefined || another !== undefined) throw new Error(`${page} has not exactly one block of ${language}`);
  return block;
}

export interface DocumentedApplication {
  readonly url: string;
  printed(): string;
  end(): Promise<void>;
}

/** Runs the application on a page of our documentation, word for word, with the packages that are installed here. */
export async function startDocumented(
  page: string,
  url: string,
  env: ProgramEnv,
  heading?: string,
): Promise<DocumentedApplication> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-documented-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'app.mjs'), documented(page, 'js', heading));
  const program = Program.start({ ...env, APP_URL: url, PORT: new URL(url).port }, join(folder, 'app.mjs'));
  const end = async () => {
    await program.end();
    rmSync(folder, { recursive: true });
  };
  await Promise.race([untilAnswered(url), program.exited.then(() => Promise.reject(new Error(program.err)))]);
  return { url, end, printed: () => program.out };
}

async function untilAnswered(url: string): Promise<void> {
  while (!(await fetch(url, { redirect: 'manual' }).catch(() => undefined))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
