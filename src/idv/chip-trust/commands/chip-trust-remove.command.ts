import { defineCommand, UsageError } from '../../../shared/observability/index.js';
import { ChipTrust } from '../chip-trust.service.js';
import { fingerprintGiven } from './trust-file.reader.js';

const LONGEST_REASON = 300;

export const chipTrustRemove = defineCommand({
  name: 'idv chip-trust remove',
  takes: '<fingerprint>',
  summary: 'Removes what you imported: a publisher with its list, an authority, revocations, or a block.',
  run: async ({ application, given, print }) => {
    const fingerprint = fingerprintGiven(given);
    const count = await (await application()).get(ChipTrust).remove(fingerprint);
    if (count === 0) {
      print('Nothing of that fingerprint was brought by hand. An authority of a list is blocked, not removed.');
      return 1;
    }
    print(`${count} ${count === 1 ? 'entry' : 'entries'} removed.`);
    return 0;
  },
});

export const chipTrustBlock = defineCommand({
  name: 'idv chip-trust block',
  takes: '<fingerprint>',
  summary: 'Stops trusting an authority or a signer of documents, even if a list contains it.',
  options: { reason: { type: 'string', value: 'TEXT', summary: 'Why, for the audit log.', required: true } },
  run: async ({ application, given, options: { reason }, print }) => {
    const fingerprint = fingerprintGiven(given);
    if (reason.trim() === '' || reason.length > LONGEST_REASON)
      throw new UsageError(`Say why in ${LONGEST_REASON} characters or less.`);
    await (await application()).get(ChipTrust).block(fingerprint, reason);
    print('Blocked.');
    return 0;
  },
});
