import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentDecision, examined, pageReading } from '../../dist/packages/identity-engine/src/documents.js';
import { measureFacePairs } from './idv-face-pairs.mjs';
import { measureOverHttp } from './idv-http.mjs';
import { measureOwnSelfies } from './idv-own-selfies.mjs';

const PICTURE = /\.(?:jpe?g|png|webp)$/i;

/**
 * Reads every picture of a folder as `idv read` does. `truth` is a JSON file that maps file names to the true lines of
 * the machine readable zone (`lines`) and the kind of document (`kind`). An accepted picture with other lines, or
 * without true lines, counts as wrong.
 *
 * Then each page with a zone goes through a complete verification whose selfie is the page's own portrait. With `http`,
 * the verifications are sessions over HTTP.
 *
 * If `truth` is a list of `[file, file, whether they show one person]`, faces are compared instead.
 */
export async function measurePictures({ folder, truth, zoneMs, readers, row, quantile, http }) {
  const known = truth ? JSON.parse(readFileSync(truth, 'utf8')) : {};
  if (Array.isArray(known)) return measureFacePairs({ folder, pairs: known, row });
  const [kinds, reasons, fields, times, slips, pages] = [new Map(), new Map(), new Map(), [], [], []];
  for (const file of readdirSync(folder)
    .filter((name) => PICTURE.test(name))
    .sort()) {
    const before = process.cpuUsage();
    const evidence = await examined({ front: readFileSync(join(folder, file)), zoneMs }, readers, new Date());
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    times.push(ms);
    const { lines, kind = 'unknown' } = known[file] ?? {};
    const { outcome, reasons: told } = pageReading(evidence);
    const decision = documentDecision(evidence);
    const isWrong = outcome === 'accepted' && (evidence.zone.lines?.join() ?? '') !== (lines?.join() ?? '');
    const isSure = decision.outcome === 'read' && decision.doubts.length === 0;
    const count = kinds.get(kind) ?? { pictures: 0, sure: 0, accepted: 0, wrong: 0 };
    kinds.set(kind, count);
    count.pictures++;
    if (outcome === 'accepted') count[isWrong && truth ? 'wrong' : 'accepted']++;
    if (isSure) count.sure++;
    if (evidence.zone.fields) pages.push({ file, fields: evidence.zone.fields });
    if (outcome !== 'accepted') add(reasons, told.join(' and '));
    for (const [field, seen] of Object.entries(evidence.printed ?? {})) add(fields, `${field} ${seen}`);
    const printed = Object.entries(evidence.printed ?? {}).filter(([, seen]) => seen !== 'same');
    slips.push([file, outcome, isSure ? 'sure' : told.join(), printed.map((pair) => pair.join(' ')).join(', '), ms]);
  }
  for (const [file, outcome, why, printed, ms] of slips) {
    console.log(
      `${file.slice(-44).padEnd(46)}${outcome.padEnd(10)}${why.padEnd(28)}${ms.toFixed(0).padStart(6)} ms  ${printed}`,
    );
  }
  row('\nkind', 'pictures', 'accepted', 'no doubt', 'wrong');
  for (const [kind, { pictures, accepted, sure, wrong }] of kinds) row(kind, pictures, accepted, sure, wrong);
  const total = (member) => [...kinds.values()].reduce((sum, count) => sum + count[member], 0);
  row('all', total('pictures'), total('accepted'), total('sure'), total('wrong'));
  row('\nrefused because of');
  for (const [reason, count] of reasons) row(`  ${reason}`, count);
  row('\nprinted for people');
  for (const [field, count] of [...fields].sort()) row(`  ${field}`, count);
  row('\nCPU ms', 'p50', 'p95', 'most');
  row('', quantile(times, 0.5), quantile(times, 0.95), Math.round(Math.max(...times)));
  await (http ? measureOverHttp({ folder, known, pages, row, ...http }) : measureOwnSelfies({ folder, pages, row }));
}

const add = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
