import { readFileSync } from 'node:fs';

/** The possible locations of `package.json`, because sources and built files are at different depths. */
const PLACES = ['../../../package.json', '../../../../package.json'];

/** The version in the program's `package.json`. */
export function programVersion(from = import.meta.url): string {
  for (const place of PLACES) {
    const version = versionIn(new URL(place, from));
    if (version !== undefined) return version;
  }
  return 'unknown';
}

function versionIn(file: URL): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; version?: unknown };
    return name === 'countersign' && typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
