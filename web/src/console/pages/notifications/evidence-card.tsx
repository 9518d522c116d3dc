import { checkEvidence, type EvidenceReport, problemText } from '@countersign/evidence';
import { useState } from 'preact/hooks';
import { dayAndTime } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Card, Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Evidence } from './types.js';

const texts = words.notifications.evidence;
const KEYS = '/.well-known/evidence-keys.json';

/**
 * Checks the evidence in this browser with the published keys, exactly like the public page and the command line do.
 */
async function check(evidence: Evidence): Promise<EvidenceReport | 'no-keys'> {
  const keys: unknown = await fetch(KEYS)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  if (keys === undefined) return 'no-keys';
  return checkEvidence(JSON.stringify(evidence), keys);
}

export function EvidenceCard({ evidence }: { readonly evidence: Evidence }) {
  const [report, set] = useState<EvidenceReport | 'no-keys' | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    set(await check(evidence).finally(() => setBusy(false)));
  };
  const isValid = report !== undefined && report !== 'no-keys' && report.valid;
  const isBroken = report !== undefined && report !== 'no-keys' && !report.valid;
  return (
    <Card
      title={texts.title}
      note={texts.note}
      end={
        <button type="button" class="button slim main" disabled={isBusy} onClick={() => void verify()}>
          <Icon name="shield" />
          {texts.verify}
        </button>
      }
    >
      <div class="stack">
        <ol class={`chain ${report === undefined ? 'unchecked' : ''} ${isBroken ? 'broken' : ''}`}>
          {texts.links.map(([title, text]) => (
            <li key={title}>
              <span class="ok">
                <Icon name={isValid ? 'check' : isBroken ? 'cross' : 'link'} />
              </span>
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </li>
          ))}
        </ol>
        <div role="status">{report !== undefined && <Verdict report={report} />}</div>
        <details>
          <summary class="dim">{texts.statement}</summary>
          <pre class="wrap">{evidence.statement}</pre>
        </details>
      </div>
    </Card>
  );
}

function Verdict({ report }: { readonly report: EvidenceReport | 'no-keys' }) {
  if (report === 'no-keys')
    return (
      <Note tone="warn" icon="alert">
        {texts.noKeys}
      </Note>
    );
  if (report.valid) {
    const { facts } = report;
    const label = facts.offered.find(({ action }) => action === facts.response)?.label ?? facts.response;
    return (
      <Note tone="good" icon="shield">
        <strong>{texts.valid}</strong> {texts.facts(facts.userId, label, dayAndTime(facts.signedAt), facts.keyId)}
      </Note>
    );
  }
  return (
    <Note tone="bad" icon="alert">
      <strong>{texts.invalid}</strong>
      <ul>
        {report.problems.map((problem) => (
          <li key={problem.code}>{problemText(problem)}</li>
        ))}
      </ul>
    </Note>
  );
}
