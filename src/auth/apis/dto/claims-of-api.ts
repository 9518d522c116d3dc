import { KernelErrors } from '../../../shared/kernel/index.js';
import { type ClaimsMapping, MOST_CLAIMS } from '../mapped-claims.js';

const MOST_MAPPED = 100;
const LONGEST_VALUE = 255;

/** Converts a claims mapping to its canonical form. Throws an error that names the claim if a source is malformed. */
export function mappingOf(claims: Record<string, unknown>): ClaimsMapping {
  const entries = Object.entries(claims);
  if (entries.length > MOST_CLAIMS) throw invalid('/claims', `Must have at most ${MOST_CLAIMS} members.`);
  return Object.fromEntries(
    entries.map(([name, source]) => {
      const given = typeof source === 'string' ? { from: source } : source;
      if (!isSource(given))
        throw invalid(
          `/claims/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          'Must be a source, or {"from": source, "map": {value: value}}.',
        );
      return [name, given];
    }),
  );
}

function isSource(value: unknown): value is ClaimsMapping[string] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { from, map, ...rest } = value as { from?: unknown; map?: unknown };
  if (typeof from !== 'string' || Object.keys(rest).length > 0) return false;
  return map === undefined || isMap(map);
}

function isMap(map: unknown): boolean {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return false;
  const entries = Object.entries(map);
  return (
    entries.length > 0 &&
    entries.length <= MOST_MAPPED &&
    entries.every(
      ([key, value]) => typeof value === 'string' && key.length <= LONGEST_VALUE && value.length <= LONGEST_VALUE,
    )
  );
}

const invalid = (pointer: string, detail: string) =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer, detail }] });
