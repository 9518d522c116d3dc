import type { ComponentChildren } from 'preact';
import { Bars, Lines } from '../../plots/bars.js';
import { Legend, type Series } from '../../plots/frame.js';
import { Funnel, Histogram, type Part, Split } from '../../plots/small.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { number, spoken } from '../../ui/format.js';
import { Shown } from '../../ui/loading.js';
import { Card } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { DaysOf } from '../webhooks/days-of.js';
import type { Endpoint } from '../webhooks/types.js';
import { EndpointState } from '../webhooks/endpoint-state.js';
import {
  comparedPath,
  daysOf,
  type Figure,
  figurePath,
  othersThan,
  partsOf,
  sumOf,
  totals,
  valuesOf,
} from './figures.js';

const texts = words.overview.charts;

interface ChartProps {
  readonly days: number;
}
interface ChartCardProps {
  readonly title: string;
  readonly note: string;
  readonly path: string;
  /** How many days the chart shows. Set only if `path` also reads the period before, which is not drawn. */
  readonly last?: number;
  readonly end?: ComponentChildren;
  readonly children: (figure: Figure) => ComponentChildren;
}

const ChartCard = ({ title, note, path, last, end, children }: ChartCardProps) => {
  const figure = useResource<Figure>(path);
  return (
    <Card title={title} note={note} end={end}>
      <Shown of={figure}>
        {(read) => {
          const value = last === undefined ? read : partsOf(read, last)[0];
          const isEmpty = sumOf(totals(value).map(([, count]) => count)) === 0;
          return isEmpty ? <p class="dim">{texts.nothing}</p> : children(value);
        }}
      </Shown>
    </Card>
  );
};

/** Groups of values of the API that a chart shows as one, with the colour of each group. */
type Groups = readonly (readonly [name: string, color: string, keys: readonly string[]])[];
const OUTCOMES: Groups = [
  [texts.verified, 'var(--plot-1)', ['VERIFIED']],
  [texts.review, 'var(--plot-3)', ['REVIEW']],
  [texts.rejected, 'var(--plot-4)', ['DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH', 'SELFIE_FAILED', 'KYC_FAILED']],
  [texts.declined, 'var(--plot-2)', ['DECLINED', 'CANCELLED']],
];
const METHODS: Groups = [
  [texts.passkey, 'var(--plot-1)', ['passkey']],
  [texts.password, 'var(--plot-6)', ['password']],
];

function seriesOf(figure: Figure, days: readonly string[], groups: Groups, rest: string): Series[] {
  const others = othersThan(
    figure,
    groups.flatMap(([, , keys]) => keys),
  );
  const series = groups.map(([name, color, keys]) => ({ name, color, values: valuesOf(figure, days, ...keys) }));
  return others.length === 0
    ? series
    : [...series, { name: rest, color: 'var(--plot-5)', values: valuesOf(figure, days, ...others) }];
}

export const Outcomes = ({ days }: ChartProps) => (
  <ChartCard
    title={texts.outcomes}
    note={texts.outcomesNote}
    path={comparedPath('idv.sessions', days, 'outcome')}
    last={days}
  >
    {(figure) => {
      const all = daysOf(figure);
      const series = seriesOf(figure, all, OUTCOMES, texts.unfinished);
      return (
        <div class="stack">
          <Legend series={series} />
          <Bars days={all} series={series} label={texts.outcomes} />
        </div>
      );
    }}
  </ChartCard>
);

export const Drops = ({ days }: ChartProps) => (
  <ChartCard
    title={texts.funnel}
    note={texts.funnelNote}
    path={figurePath('idv.funnel', days)}
    end={
      <a class="link" href="/verifications?status=EXPIRED">
        {texts.expired}
      </a>
    }
  >
    {(figure) => (
      <Funnel
        steps={totals(figure).map(([key, count]) => [words.verifications.steps[key] ?? spoken(key), count] as const)}
      />
    )}
  </ChartCard>
);

export const SignIns = ({ days }: ChartProps) => (
  <ChartCard
    title={texts.signIns}
    note={texts.signInsNote}
    path={comparedPath('auth.signIns', days, 'method')}
    last={days}
  >
    {(figure) => {
      const all = daysOf(figure);
      const series = seriesOf(figure, all, METHODS, texts.otherWays);
      return (
        <div class="stack">
          <Legend series={series} />
          <Lines days={all} series={series} label={texts.signIns} />
        </div>
      );
    }}
  </ChartCard>
);

/** Red is used only for reports of fraud, which somebody must act on. */
const ANSWER_COLORS: Readonly<Record<string, string>> = {
  accept: 'var(--plot-1)',
  reject: 'var(--plot-6)',
  fraud: 'var(--plot-4)',
  none: 'var(--plot-5)',
  NA: 'var(--plot-5)',
};

export function Answers({ days }: ChartProps) {
  const answers = useResource<Figure>(figurePath('notifications.closed', days, 'answer'));
  const parts: Part[] = (answers.value ? totals(answers.value) : []).map(([key, count]) => ({
    name: texts.answers[key] ?? spoken(key),
    count,
    color: ANSWER_COLORS[key] ?? 'var(--plot-2)',
  }));
  return (
    <ChartCard
      title={texts.answered}
      note={texts.answeredNote(number(sumOf(parts.map(({ count }) => count))))}
      path={comparedPath('notifications.answerSeconds', days)}
      last={days}
    >
      {(figure) => (
        <div class="stack">
          {parts.length > 0 && <Split parts={parts} />}
          <Histogram
            rows={totals(figure).map(([key, count], at, all) => [texts.within(all[at - 1]?.[0] ?? '0', key), count])}
          />
        </div>
      )}
    </ChartCard>
  );
}

const Endpoints = ({ children }: { readonly children: ComponentChildren }) => (
  <Card
    title={words.places.webhooks}
    note={texts.webhooksNote}
    end={
      <a class="link" href="/webhooks">
        {texts.endpoints}
      </a>
    }
    flush
  >
    {children}
  </Card>
);

const MOST_ENDPOINTS = 5;

/** Lists webhook endpoints, each with its deliveries per day and its present state. */
export function Webhooks() {
  const endpoints = useResource<{ webhookEndpoints: readonly Endpoint[] }>(
    `/v1/webhookEndpoints?limit=${MOST_ENDPOINTS}`,
  );
  return (
    <Endpoints>
      <Shown of={endpoints}>
        {({ webhookEndpoints: all }) =>
          all.length === 0 ? (
            <p class="in dim">{words.webhooks.none}</p>
          ) : (
            <ul class="things">
              {all.map((endpoint) => (
                <li key={endpoint.endpointId}>
                  <span class="grow">
                    <a class="main" href={pathTo('webhooks', endpoint.endpointId)}>
                      {new URL(endpoint.url).hostname}
                    </a>
                  </span>
                  <DaysOf id={endpoint.endpointId} />
                  <EndpointState of={endpoint} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Endpoints>
  );
}
