import { attestationText } from './attestation-facts.js';
import type { EvidenceReport } from './evidence-check.js';
import { problemText } from './evidence-problems.js';

/** The report as lines for a terminal: who answered what to which question, or all problems. */
export function inWords(report: EvidenceReport): string[] {
  if (!report.valid) return ['NOT valid:', ...report.problems.map((problem) => `  ${shown(problemText(problem))}`)];
  const { response, notificationUuid, userId, deviceId, receivedAt, asked, offered, request, attestation } =
    report.facts;
  return [
    `Valid. User ${shown(userId)} answered "${shown(response)}" to notification ${shown(notificationUuid)}`,
    `with the key of device ${shown(deviceId)}, received at ${receivedAt}.`,
    ...(attestation ? [`The maker of the device says of its key: ${shown(attestationText(attestation))}.`] : []),
    ...asked.flatMap(({ language, subject, message }) => [
      '',
      `Asked (${shown(language)}): ${shown(subject)}`,
      ...message.split('\n').map((line) => `  ${shown(line)}`),
    ]),
    ...(request
      ? ['', `For client ${shown(textIn(request['client_name']))} (${shown(textIn(request['client_id']))}):`]
      : []),
    ...(request?.['authorization_details'] ? [`  ${shown(JSON.stringify(request['authorization_details']))}`] : []),
    '',
    'Offered:',
    ...offered.map(
      ({ label, action }) => `  ${shown(label)} (${shown(action)})${action === response ? ', which was chosen' : ''}`,
    ),
  ];
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Replaces control characters, which a terminal would execute. */
const shown = (text: string): string => text.replace(/\p{C}/gu, '\uFFFD');
