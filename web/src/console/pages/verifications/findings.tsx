import { Icon } from '../../ui/icon.js';
import { Card, Dash } from '../../ui/parts.js';
import { score, spoken } from '../../ui/format.js';
import { words } from '../../words/words.js';
import type { Field, Findings } from './types.js';

const texts = words.verifications.findings;

export const Read = ({ fields }: { readonly fields: readonly Field[] }) => (
  <Card title={texts.read} note={texts.readNote} flush>
    <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.read}>
      <table class="read">
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.value}</th>
            <th scope="col">{texts.from}</th>
            <th scope="col">{texts.record}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, value, source, record, agrees, checkDigit, printed }) => (
            <tr key={name}>
              <td class="dim">{texts.fields[name] ?? spoken(name)}</td>
              <td class="mono">{value ?? <Dash />}</td>
              <td class="dim">
                {source === null ? <Dash /> : (texts.sources[source] ?? source)}
                {checkDigit && <small>{texts.checkDigit}</small>}
                {printed && <small class={printed === 'other' ? 'differs' : ''}>{texts.printed[printed]}</small>}
              </td>
              <td>
                {agrees === null ? (
                  <Dash />
                ) : (
                  <span class={`check ${agrees ? 'ok' : 'bad'}`}>
                    <Icon name={agrees ? 'check' : 'cross'} />
                    {agrees ? texts.agrees : texts.differs(record ?? '')}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

/** Shows how far the document's chip proves its data. Shows nothing if there is no proof. */
export function Proof({ document }: Pick<Findings, 'document'>) {
  const { proof } = document ?? {};
  if (!proof || proof.level === 'none') return null;
  const isGenuine = proof.level === 'genuine_chip';
  const { state, algorithm, signerUntil, revocation, weak, compared = [] } = proof;
  return (
    <Card title={texts.proof.title} note={texts.proof.note}>
      <p class={`check ${isGenuine ? 'ok' : ''}`}>
        <Icon name={isGenuine ? 'check' : 'alert'} /> {texts.proof.levels[proof.level]}
      </p>
      <p class="dim">
        {texts.proof.signed(state ?? '', algorithm ?? '', (signerUntil ?? '').slice(0, 10))}{' '}
        {texts.proof.revocations[revocation ?? '']} {weak && texts.proof.weak}{' '}
        {texts.proof.compared(compared.map((name) => texts.fields[name] ?? name).join(', '))}
      </p>
    </Card>
  );
}

/** For each score, the name of its threshold in the API. A score below its threshold is marked as low. */
const THRESHOLDS: Readonly<Record<string, string>> = { face: 'match', document: 'leastCertainty' };

export function Meters({ findings: { scores, thresholds } }: { readonly findings: Findings }) {
  const all = Object.entries(scores ?? {});
  if (all.length === 0) return null;
  return (
    <Card title={texts.sure} note={texts.sureNote}>
      <div class="stack">
        {all.map(([name, score]) => (
          <Meter
            key={name}
            name={texts.scores[name] ?? spoken(name)}
            value={score}
            mark={thresholds[THRESHOLDS[name] ?? '']}
            isLow={score < (thresholds[THRESHOLDS[name] ?? ''] ?? 0)}
          />
        ))}
      </div>
    </Card>
  );
}

interface MeterProps {
  readonly name: string;
  readonly value: number;
  readonly mark: number | undefined;
  readonly isLow: boolean;
  /** Whether the name of the value is long and needs a wider column. */
  readonly isNamed?: boolean;
}
const share = (value: number) => `${Math.max(0, Math.min(1, value)) * 100}%`;

export const Meter = ({ name, value, mark, isLow, isNamed }: MeterProps) => (
  <div class={`meter ${isLow ? 'low' : ''} ${isNamed ? 'named' : ''}`}>
    <span>{name}</span>
    <span class="track" title={mark === undefined ? undefined : texts.mark(score(mark))}>
      <i style={{ width: share(value) }} />
      {mark !== undefined && <b style={{ insetInlineStart: share(mark) }} />}
    </span>
    <span class="num">
      {score(value)}
      {mark !== undefined && <span class="unseen">{texts.mark(score(mark))}</span>}
    </span>
  </div>
);

const RAISED = 0.5;

export const Signals = ({ signals }: Pick<Findings, 'signals'>) => (
  <Card title={texts.signals} note={texts.signalsNote}>
    {signals.length === 0 ? (
      <p class="dim">{texts.noSignals}</p>
    ) : (
      <div class="stack">
        {signals.map(({ kind, side, strength, raised }) => (
          <div key={`${kind} ${side}`}>
            <Meter
              name={texts.signalTexts[kind] ?? spoken(kind)}
              value={strength}
              mark={RAISED}
              isLow={raised}
              isNamed
            />
            <small class="dim">
              {words.verifications.pictures.kinds[side] ?? side} <span class="mono">{kind}</span>
            </small>
          </div>
        ))}
      </div>
    )}
  </Card>
);
