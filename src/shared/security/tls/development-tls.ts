import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUsable, newCertificateSet, type CertificateSet } from './certificate-set.js';
import { systemCode } from './system-error.js';

export interface DevelopmentTls extends CertificateSet {
  /** For `curl --cacert`: always the authority of the certificate in use. */
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * The development certificates of a data folder, made when there are none that will do.
 *
 * Sets are folders `1`, `2`, … of which the highest counts. A set is written aside and put in place by one rename, which
 * fails when another process was first: so a set is whole or not there, and processes that start together agree on one.
 */
export async function ensureDevelopmentTls(dir: string, now = new Date()): Promise<DevelopmentTls> {
  await mkdir(dir, { recursive: true });
  for (let tries = 0; tries < 5; tries += 1) {
    const number = await newestSet(dir);
    const found = await readSet(join(dir, String(number)));
    if (found && isUsable(found, now)) return publish(dir, number, found);
    await makeSet(dir, number + 1, await newCertificateSet(now));
  }
  throw new Error(`No usable certificates could be made in ${dir}`);
}

const FILES = { ca: 'ca.pem', cert: 'localhost.pem', key: 'localhost-key.pem' } as const;

async function newestSet(dir: string): Promise<number> {
  const names = await readdir(dir);
  return Math.max(0, ...names.filter((name) => /^\d{1,9}$/.test(name)).map(Number));
}

async function readSet(folder: string): Promise<CertificateSet | undefined> {
  try {
    const [ca, cert, key] = await Promise.all(
      [FILES.ca, FILES.cert, FILES.key].map((file) => readFile(join(folder, file), 'utf8')),
    );
    return ca && cert && key ? { ca, cert, key } : undefined;
  } catch {
    return undefined;
  }
}

async function makeSet(dir: string, number: number, set: CertificateSet): Promise<void> {
  const draft = await mkdtemp(join(dir, 'new-'));
  try {
    for (const part of ['ca', 'cert', 'key'] as const) {
      await writeFile(join(draft, FILES[part]), set[part], { mode: 0o600, flag: 'wx' });
    }
    await rename(draft, join(dir, String(number)));
    await removeAllBut(dir, number);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!wasOvertaken(error)) throw error;
  }
}

/** Another process put its set in place first (the name is taken), and may have swept our draft away (it is gone). */
const wasOvertaken = (error: unknown): boolean => ['EEXIST', 'ENOTEMPTY', 'ENOENT'].includes(systemCode(error) ?? '');

/** Earlier sets, and drafts of processes that were killed. */
async function removeAllBut(dir: string, number: number): Promise<void> {
  const superseded = (await readdir(dir)).filter((name) => /^(\d{1,9}|new-.*)$/.test(name) && name !== String(number));
  await Promise.all(superseded.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}

async function publish(dir: string, number: number, set: CertificateSet): Promise<DevelopmentTls> {
  const caFile = join(dir, 'ca.pem');
  const current = await readFile(caFile, 'utf8').catch(() => undefined);
  if (current !== set.ca) {
    const aside = `${caFile}.${randomUUID()}`;
    await writeFile(aside, set.ca, { mode: 0o644, flag: 'wx' });
    await rename(aside, caFile);
  }
  const folder = join(dir, String(number));
  return { ...set, caFile, certFile: join(folder, FILES.cert), keyFile: join(folder, FILES.key) };
}
