import { Spark } from '../../plots/small.js';
import { useResource } from '../../resource.js';
import { clockOf, lasting, percent } from '../../ui/format.js';
import { words } from '../../words/en.js';
import { daysOf, type Figure, figurePath, sumOf, totals, valuesOf } from './figures.js';

const texts = words.overview.figures;
const DONE = ['VERIFIED'];
const WITHIN_A_MINUTE = ['5', '10', '20', '40', '60'];

/** The few numbers that somebody who is responsible looks at first. */
export function Figures({ days }: { readonly days: number }) {
  const sessions = useResource<Figure>(figurePath('idv.sessions', days, 'outcome'));
  const seconds = useResource<Figure>(figurePath('idv.seconds', days));
  const answers = useResource<Figure>(figurePath('notifications.answerSeconds', days));
  const signIns = useResource<Figure>(figurePath('auth.signIns', days, 'method'));
  const webhooks = useResource<Figure>(figurePath('webhooks.deliveries', days, 'outcome'));
  return (
    <>
      <div class="figures">
        <Share name={texts.verified} of={sessions.value} keys={DONE} />
        <Median name={texts.median} of={seconds.value} />
        <Share name={texts.answered} of={answers.value} keys={WITHIN_A_MINUTE} />
        <Share name={texts.passkeys} of={signIns.value} keys={['passkey']} />
        <Share name={texts.delivered} of={webhooks.value} keys={['delivered']} digits={2} />
      </div>
      {sessions.value?.asOf && <p class="dim">{texts.asOf(clockOf(sessions.value.asOf))}</p>}
    </>
  );
}

interface ShareProps {
  readonly name: string;
  readonly of: Figure | undefined;
  readonly keys: readonly string[];
  readonly digits?: number;
}
function Share({ name, of: figure, keys, digits = 1 }: ShareProps) {
  const days = figure ? daysOf(figure) : [];
  const all = figure ? valuesOf(figure, days, ...totals(figure).map(([key]) => key)) : [];
  const good = figure ? valuesOf(figure, days, ...keys) : [];
  const whole = sumOf(all);
  const shares = good.map((value, index) => value / (all[index] || 1)).filter((_, index) => (all[index] ?? 0) > 0);
  return (
    <div class="figure">
      <span>{name}</span>
      <strong>{whole === 0 ? '–' : percent(sumOf(good) / whole, digits)}</strong>
      <small>{whole === 0 ? texts.none : texts.of(whole)}</small>
      <Spark values={shares} />
    </div>
  );
}

function Median({ name, of: figure }: { readonly name: string; readonly of: Figure | undefined }) {
  const values = (figure?.series.find(({ key }) => key === 'p50')?.points ?? [])
    .map(([, value]) => value)
    .filter((value) => value > 0);
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  return (
    <div class="figure">
      <span>{name}</span>
      <strong>{middle === undefined ? '–' : lasting(middle)}</strong>
      <small>{middle === undefined ? texts.none : texts.medianOfDays}</small>
      <Spark values={values} />
    </div>
  );
}
