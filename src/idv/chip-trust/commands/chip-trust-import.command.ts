import { defineCommand } from '../../../shared/observability/index.js';
import { ChipTrust, type TrustChange } from '../chip-trust.service.js';
import { fileGiven, inWords } from './trust-file.reader.js';

export const chipTrustImport = defineCommand({
  name: 'idv chip-trust import',
  takes: '<file>',
  summary:
    'Brings a master list, a certificate of an authority, or a revocation list: chips of passports are verified by them.',
  options: {
    publisher: {
      type: 'boolean',
      summary: 'The certificate belongs to a publisher. You can then import the master lists that it has signed.',
    },
    yes: { type: 'boolean', summary: 'Imports a list that lacks more than a tenth of the previous one.' },
    'dry-run': { type: 'boolean', summary: 'Only shows what would change.' },
  },
  run: async ({ application, options, given, print }) => {
    const bytes = fileGiven(given);
    const trust = (await application()).get(ChipTrust);
    return inWords(print, async () => {
      const change = await trust.read(bytes, options.publisher);
      for (const line of linesOf(change)) print(line);
      if (options['dry-run']) return 0;
      if (change.isShrunk && !options.yes) {
        print('The list lacks more than a tenth of what the one before had. Is it the right file? Then add --yes.');
        return 1;
      }
      await change.write();
      print('Imported.');
      return 0;
    });
  },
});

const NAMES: Readonly<Record<TrustChange['kind'], string>> = {
  publisher: 'Publisher of master lists',
  list: 'Master list',
  authority: 'Authority',
  link: 'New key of an authority, by its old key',
  revocations: 'Revocation list',
};

function linesOf({ kind, id, state, validUntil, added, gone, unreadable }: TrustChange): string[] {
  const until = validUntil ? `, until ${validUntil.toISOString().slice(0, 10)}` : '';
  const counts = kind === 'list' ? [`${added} authorities added, ${gone} gone, ${unreadable} not readable`] : [];
  const revoked = kind === 'revocations' ? [`${added} certificates revoked`] : [];
  return [`${NAMES[kind]} of ${state === '' ? 'no state' : state}${until}`, `SHA-256 ${id}`, ...counts, ...revoked];
}
