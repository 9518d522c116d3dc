import { defineCommand } from '../../../shared/observability/index.js';
import { BY_HAND } from '../chip-trust.js';
import { ChipTrust } from '../chip-trust.service.js';
import type { TrustEntry } from '../trust-entry.entity.js';

export const chipTrustList = defineCommand({
  name: 'idv chip-trust list',
  summary: 'Shows the trust in chips of passports: publishers, lists, authorities, revocations and blocks.',
  options: { state: { type: 'string', value: 'XX', summary: 'Only authorities of this state, by two letters.' } },
  run: async ({ application, options, print }) => {
    const all = await (await application()).get(ChipTrust).all();
    const wanted = all.filter(({ kind, state, source }) =>
      options.state === undefined ? kind !== 'authority' || source === BY_HAND : state === options.state,
    );
    for (const entry of wanted) print(lineOf(entry));
    const authorities = all.filter(({ kind }) => kind === 'authority');
    const states = new Set(authorities.map(({ state }) => state));
    const different = new Set(authorities.map(({ id }) => id));
    print(`${different.size} authorities of ${states.size} states. With none, every chip is refused.`);
    return 0;
  },
});

function lineOf({ kind, state, validUntil, id, source, note }: TrustEntry): string {
  const until = validUntil?.toISOString().slice(0, 10) ?? '-'.padEnd(10);
  const by = source === BY_HAND ? BY_HAND : `list of ${source.slice(0, 8)}`;
  return [kind.padEnd(11), (state || '-').padEnd(2), until, id, by, note].join('  ').trimEnd();
}
