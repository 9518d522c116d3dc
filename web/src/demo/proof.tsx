import { checkEvidence, type EvidenceReport, type ProblemCode } from '@countersign/evidence';
import { useEffect, useState } from 'preact/hooks';
import { CountersignMark, Icon } from './marks.js';
import { press, settings, state } from './visit.js';

interface Text {
  readonly lng: string;
  readonly subject: string;
  readonly message: string;
}

interface Proof {
  readonly evidence: { readonly content: { readonly body: readonly Text[] }; readonly request?: object };
  readonly keys: unknown;
}

/** The checks of the evidence, each with the codes of the problems that make it fail. */
const CHECKS: readonly (readonly [string, readonly ProblemCode[]])[] = [
  ['What she saw is what was asked', ['contentDiffers']],
  ['Her phone signed it', ['statementSignature', 'statementHeader', 'statementMembers', 'statementDevice']],
  ['Her answer is one of those offered', ['notOffered']],
  [
    'Countersigned with a key that is published',
    ['receiptSignature', 'unknownKey', 'receiptHeader', 'receiptMembers', 'keyNotInUse'],
  ],
  ['Received when it was signed, and not changed since', ['receiptDiffers', 'statementTime']],
];

/** An additional check, shown if a program requested the approval. */
const OF_PROGRAMS: (typeof CHECKS)[number] = [
  'Her answer and the text belong to what the program asked for',
  ['requestDiffers', 'templateDiffers', 'textDiffers'],
];

/** Changes one digit of the amount, to show that a manipulated file is refused. */
const spoilt = (text: string): string =>
  text.replace(/(Pay )(\d)/, (_all, before: string, digit: string) => before + String((Number(digit) + 1) % 10));

export function Prove() {
  const [proof, setProof] = useState<Proof>();
  const [isBroken, setBroken] = useState(false);
  const [report, setReport] = useState<EvidenceReport>();
  const text = proof && (isBroken ? spoilt(JSON.stringify(proof.evidence)) : JSON.stringify(proof.evidence));
  useEffect(() => {
    void press<Proof>('prove').then((given) => setProof(given));
  }, []);
  useEffect(() => {
    if (text !== undefined) void checkEvidence(text, proof?.keys).then(setReport);
  }, [text]);
  if (!proof || !report || text === undefined) return <p class="lead">The evidence is fetched.</p>;
  const codes = report.valid ? [] : report.problems.map(({ code }) => code);
  const { content, request } = JSON.parse(text) as Proof['evidence'];
  const isOfProgram = request !== undefined;
  const { subject, message } = content.body.find(({ lng }) => lng === 'en') ?? { subject: '', message: '' };
  // The subject of a program's request says what is asked. For other questions, the first line of the message says it.
  const asked = isOfProgram ? { subject } : { message: message.split('\n')[0] };
  return (
    <>
      <div class="top">
        <CountersignMark />
        Evidence
      </div>
      <h2>{report.valid ? 'Evidence verified' : 'This is not what she signed'}</h2>
      {report.valid && (
        <p class="lead">
          {state.value.firstName} answered “{report.facts.response.split('.')[0]}” to the question below.
        </p>
      )}
      <Checks codes={codes} checks={isOfProgram ? [...CHECKS, OF_PROGRAMS] : CHECKS} />
      <pre tabIndex={0} aria-label="What was asked">
        {JSON.stringify(asked).slice(1, -1)}
      </pre>
      <div class="buttons">
        <button type="button" class="button" onClick={() => setBroken(!isBroken)}>
          {isBroken ? 'Put it back' : 'Change one digit'}
        </button>
        <a class="button" href={`data:application/json,${encodeURIComponent(text)}`} download="evidence.json">
          <Icon name="install" />
          evidence.json
        </a>
        <a
          class="button go"
          href={`${settings.evidenceUrl}#${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener"
        >
          Open it where anyone can
        </a>
      </div>
      <p class="lead">
        Checked in this page, by your browser, with the published keys. The other page may be saved: it works without a
        network.
      </p>
    </>
  );
}

const Checks = (given: { readonly codes: readonly ProblemCode[]; readonly checks: typeof CHECKS }) => (
  <ul class="proof" aria-live="polite">
    {given.checks.map(([name, problems]) => {
      const isWrong = problems.some((problem) => given.codes.includes(problem));
      return (
        <li key={name} class={isWrong ? 'bad' : 'fine'}>
          <Icon name={isWrong ? 'cross' : 'check'} />
          {name}
        </li>
      );
    })}
  </ul>
);
