import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { lasting, spoken } from '../../ui/format.js';
import { Shown } from '../../ui/loading.js';
import { By } from '../../ui/names.js';
import { Card, type Happened, Timeline, type Tone } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { IdvSession, SessionEvent } from './types.js';

const texts = words.verifications;

/** The events of a verification, on the pages of the user and in the console, from start to end. */
export function Story({ session: { sessionId, startedAt, finishedAt } }: { readonly session: IdvSession }) {
  const path = pathTo('v1', 'idvSessions', sessionId, 'events');
  const events = useResource<{ events: readonly SessionEvent[] }>(path, { kind: 'idvSession', id: sessionId });
  const note =
    startedAt !== null && finishedAt !== null
      ? texts.inAll(lasting((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000))
      : undefined;
  return (
    <Card title={words.happened} note={note}>
      <Shown of={events}>
        {({ events: all }) =>
          all.length === 0 ? <p class="dim">{texts.noEvents}</p> : <Timeline exact events={all.map(shownAs)} />
        }
      </Shown>
    </Card>
  );
}

function shownAs({ at, kind, step, details }: SessionEvent): Happened {
  const where = step === null ? '' : (texts.steps[step] ?? spoken(step));
  const text = kind === 'step' ? where : (texts.events[kind] ?? spoken(kind));
  const { to, by, reason, fault, attempt, outcome } = details;
  const codes = [...(SAYS_ITS_STEP.has(kind) ? [] : [where]), to, outcome, attempt, reason, fault]
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .filter((one, at, all) => all.indexOf(one) === at)
    .map(spoken)
    .join(' · ');
  const who = typeof by === 'string' && <By of={by.includes(':') ? by : `client:${by}`} />;
  const extra = who ? (
    <>
      {codes !== '' && `${codes} · `}
      {who}
    </>
  ) : (
    codes
  );
  return { at, text, ...(extra !== '' && { extra }), tone: toneOf(kind, details) };
}

const SAYS_ITS_STEP: ReadonlySet<string> = new Set(['opened', 'step']);

function toneOf(kind: string, { to, outcome }: SessionEvent['details']): Tone {
  if (kind === 'attempt-failed' || kind === 'picture-refused') return 'warn';
  const result = to ?? outcome;
  if (result === 'VERIFIED') return 'good';
  if (result === 'REVIEW') return 'warn';
  return typeof result === 'string' && /REJECTED|MISMATCH|FAILED/.test(result) ? 'bad' : '';
}
