import { join } from 'node:path';
import { type Binaries } from './binaries-found.js';
import { clusterOf, type Home } from './home.js';
import { readIfThere } from './files.js';
import { makeRunnable } from './packaged-binaries.js';
import { findPackage } from './postgres-package.js';
import { findSystemBinaries } from './system-binaries.js';

export const oldestSupported = 15;

/** The npm package; where there is none (Alpine, rare processors) or the cluster is older, what the system has. */
export async function findBinaries(
  home: Home,
  packageFolder: string | undefined,
  say: (text: string) => void,
): Promise<Binaries> {
  const needed = majorOf(clusterOf(home.folder));
  const fits = ({ major }: { major: number }): boolean =>
    needed === undefined ? major >= oldestSupported : major === needed;
  const packaged = findPackage(packageFolder);
  if (packaged && fits(packaged)) return makeRunnable(packaged, home, say);
  const found = (await findSystemBinaries(home.account)).find(fits);
  if (found) return found;
  throw new Error(
    `No embedded PostgreSQL ${needed ?? `for ${process.platform} ${process.arch}`} is installed, and none of the ` +
      `system is ${needed ?? `version ${oldestSupported} or later`}. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** The version that made the cluster; another major one cannot read it. */
function majorOf(cluster: string): number | undefined {
  const version = readIfThere(join(cluster, 'PG_VERSION'));
  return version === undefined ? undefined : Number.parseInt(version, 10);
}
