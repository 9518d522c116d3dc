import { readFile } from 'node:fs/promises';
import { checkEvidence, problemText } from '@countersign/evidence';
import { EvidenceKeys } from '../../auth/contract/index.js';
import { CalledWrongly, defineCommand } from '../../shared/observability/index.js';

export const evidenceVerify = defineCommand({
  name: 'evidence verify',
  summary: 'Verifies the evidence of a signed answer with the published keys.',
  takes: '<file>',
  options: {
    keys: {
      type: 'string',
      value: 'FILE',
      summary: 'A copy of evidence-keys.json. Nothing else is then needed: no database, no network.',
    },
  },
  run: async ({ given, options, application, print }) => {
    const [file, ...more] = given;
    if (file === undefined || more.length > 0) throw new CalledWrongly('Name one file with evidence');
    const published: unknown = options.keys
      ? JSON.parse(await readFile(options.keys, 'utf8'))
      : { keys: await (await application()).get(EvidenceKeys).published() };
    const report = await checkEvidence(await readFile(file, 'utf8'), published);
    if (!report.valid) {
      print('NOT valid:');
      for (const problem of report.problems) print(`  ${problemText(problem)}`);
      return 1;
    }
    const { response, notificationUuid, userId, deviceId, receivedAt, asked, offered } = report.facts;
    print(`Valid. User ${userId} answered "${response}" to notification ${notificationUuid}`);
    print(`with the key of device ${deviceId}, received at ${receivedAt}.`);
    for (const { language, subject, message } of asked) {
      print(`\nAsked (${language}): ${shown(subject)}`);
      for (const line of message.split('\n')) print(`  ${shown(line)}`);
    }
    print('\nOffered:');
    for (const { label, action } of offered) {
      print(`  ${shown(label)} (${shown(action)})${action === response ? ', which was chosen' : ''}`);
    }
    return 0;
  },
});

/** Without characters that a terminal obeys. */
const shown = (text: string): string => text.replace(/\p{C}/gu, '\uFFFD');
