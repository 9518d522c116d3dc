import { may, me } from '../../me.js';
import { place } from '../../place.js';
import { useResource } from '../../resource.js';
import { route, setQuery } from '../../route.js';
import { ago, nowInWords, number, zone } from '../../ui/format.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { Shown } from '../../ui/loading.js';
import { Head, Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { Answers, Drops, Outcomes, SignIns, Webhooks } from './charts.js';
import { FirstSight } from './first-sight.js';
import { Figures } from './headline.js';
import { Queues } from './queues.js';

const texts = words.overview;

interface Need {
  readonly kind: string;
  readonly count: number;
  readonly oldest: string | null;
  readonly severity: 'info' | 'warning' | 'critical';
}

const PLACES: Readonly<Record<string, readonly [to: string, icon: IconName]>> = {
  'idv.reviews': ['/verifications?tab=review', 'eyes'],
  'idv.reviews-overdue': ['/verifications?tab=review&overdue=only', 'clock'],
  'webhooks.failing': ['/webhooks', 'hook'],
  'webhooks.disabled': ['/webhooks', 'hook'],
  'four-eyes.waiting': ['/four-eyes', 'users'],
  'notifications.tampered': ['/notifications?status=TAMPERED', 'alert'],
  'notifications.fraud': ['/notifications?answer=fraud', 'flag'],
  'certificates.ending': ['/settings?tab=system', 'lock'],
  'idv.chip-trust': ['/settings?tab=system', 'lock'],
  'jobs.parked': ['/settings?tab=system', 'refresh'],
  'outbox.parked': ['/settings?tab=system', 'refresh'],
  'audit.lag': ['/audit', 'book'],
  'audit.stream-behind': ['/audit', 'book'],
};

const RANGES: readonly number[] = [1, 7, 30, 90];
const USUAL = 30;
const LONGEST = 365;

/** The number of days to show: from the page's address, or the default. */
const daysIn = (asked: number): number => (Number.isInteger(asked) && asked > 0 && asked <= LONGEST ? asked : USUAL);

export default function Overview() {
  const days = daysIn(Number(route.value.query.get('days')));
  const show = (one: number) => setQuery({ days: one === USUAL ? undefined : String(one) });
  return (
    <>
      <Head title={words.places.overview} text={texts.now(nowInWords(), zone())}>
        <div class="mode" role="group" aria-label={texts.time}>
          {RANGES.map((one) => (
            <button key={one} type="button" aria-pressed={one === days} onClick={() => show(one)}>
              {texts.days(one)}
            </button>
          ))}
        </div>
        <input
          class="field slim"
          type="number"
          min={1}
          max={LONGEST}
          placeholder={texts.ownDays}
          aria-label={texts.ownDays}
          value={RANGES.includes(days) ? '' : days}
          onChange={({ currentTarget: { value } }) => show(daysIn(Number(value)))}
        />
      </Head>
      {me.value?.passkeys === 1 && (
        <div class="spaced">
          <Note tone="warn" icon="key">
            <strong>{texts.secondPasskey}</strong> {texts.secondPasskeyText}{' '}
            <a class="link" href="/settings">
              {words.places.settings}
            </a>
          </Note>
        </div>
      )}
      {may('figures:read') ? (
        <>
          <FirstSight />
          <Needs />
          <Charts days={days} />
        </>
      ) : (
        <p class="dim">{texts.noFigures}</p>
      )}
    </>
  );
}

/** Shows nothing if the server is of a release without figures. */
function Charts({ days }: { readonly days: number }) {
  const { value } = useResource<{ figures: readonly unknown[] }>('/v1/figures');
  if (!value) return null;
  return (
    <>
      <Figures days={days} />
      <div class="grid charts">
        <Outcomes days={days} />
        <Drops days={days} />
        <SignIns days={days} />
        <Answers days={days} />
        {may('webhooks:read') && <Webhooks />}
        {may('system:read') && place.value.data === 'live' && <Queues />}
      </div>
    </>
  );
}

function Needs() {
  const attention = useResource<{ attention: readonly Need[] }>('/v1/attention');
  return (
    <Shown of={attention} rows={2}>
      {({ attention: all }) =>
        all.length === 0 ? (
          <div class="spaced">
            <Note tone="good" icon="check">
              {texts.quiet}
            </Note>
          </div>
        ) : (
          <div class="needs">
            {all.map(({ kind, count, oldest, severity }) => (
              <a key={kind} class={`need ${severity === 'critical' ? 'bad' : ''}`} href={PLACES[kind]?.[0] ?? '/'}>
                <Icon name={PLACES[kind]?.[1] ?? 'alert'} />
                <span>
                  <strong>{texts.needs[kind]?.(number(count), count) ?? `${kind}: ${number(count)}`}</strong>
                  {oldest !== null && <small>{texts.oldest(ago(oldest))}</small>}
                </span>
              </a>
            ))}
          </div>
        )
      }
    </Shown>
  );
}
