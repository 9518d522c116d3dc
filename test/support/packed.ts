import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A project of somebody else, which has installed one of our packages as `npm pack` makes it. */
export class PackedProject {
  private constructor(
    readonly folder: string,
    /** What the package contains. */
    readonly files: readonly string[],
    readonly manifest: { readonly name: string; readonly version: string; readonly dependencies?: object },
  ) {}

  static of(packageFolder: string): PackedProject {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-packed-'));
    const source = join(ROOT, packageFolder);
    const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [packed] = JSON.parse(
      execFileSync('npm', packing, { cwd: source, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const installed = join(folder, 'node_modules', manifest.name);
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1']);
    const files = packed.files.map(({ path }: { path: string }) => path);
    return new PackedProject(folder, files.sort(), manifest);
  }

  /** What of ours the project has as well: the types of Node, for one. */
  with(...packages: readonly string[]): this {
    for (const name of packages) {
      const link = join(this.folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), link);
    }
    return this;
  }

  write(file: string, content: string): this {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), content);
    return this;
  }

  /** What a program of the project prints. */
  run(file: string): string {
    return execFileSync(process.execPath, [file], { cwd: this.folder, encoding: 'utf8' });
  }

  /** What the compiler complains about, with the strictest settings. */
  complaints(): string {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: this.folder, encoding: 'utf8' });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
