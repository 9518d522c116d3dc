import { Spark } from '../../plots/small.js';
import { lasting, percent } from '../../ui/format.js';
import { words } from '../../words/words.js';
import { daysOf, type Figure, partsOf, sumOf, totals, valuesOf } from './figures.js';

const texts = words.overview.figures;

interface FigureProps {
  readonly name: string;
  readonly of: Figure | undefined;
  /**
   * The length of a period in days. Set only if the figure covers two periods: the last one is then compared with the
   * previous one.
   */
  readonly days?: number;
}
interface ShareProps extends FigureProps {
  readonly keys: readonly string[];
  readonly digits?: number;
  /** A note below the share, such as the number of deliveries that still wait and are not part of the share. */
  readonly besides?: string | undefined;
}

export function Share({ name, of: figure, days, keys, digits = 1, besides }: ShareProps) {
  const [now, before] = shown(figure, days).map((part) => shareIn(part, keys));
  const isKnown = now !== undefined && now.whole > 0;
  return (
    <div class="figure">
      <span>{name}</span>
      <strong>{isKnown ? percent(now.share, digits) : '–'}</strong>
      <small>{isKnown ? texts.of(now.whole) : texts.none}</small>
      {besides !== undefined && <small class="bad">{besides}</small>}
      <Change
        by={isKnown && before && before.whole > 0 ? 100 * (now.share - before.share) : undefined}
        least={10 ** -digits}
        text={(by) => texts.points(by, digits)}
      />
      <Spark values={now?.daily ?? []} />
    </div>
  );
}

function shown(figure: Figure | undefined, days: number | undefined): readonly Figure[] {
  if (!figure) return [];
  return days === undefined ? [figure] : partsOf(figure, days);
}

function shareIn(figure: Figure, keys: readonly string[]) {
  const days = daysOf(figure);
  const all = valuesOf(figure, days, ...totals(figure).map(([key]) => key));
  const good = valuesOf(figure, days, ...keys);
  const whole = sumOf(all);
  const daily = good.map((value, index) => value / (all[index] || 1)).filter((_, index) => (all[index] ?? 0) > 0);
  return { whole, share: sumOf(good) / (whole || 1), daily };
}

export function Median({ name, of: figure, days }: FigureProps) {
  const [now, before] = shown(figure, days).map(medianIn);
  const middle = now?.middle;
  return (
    <div class="figure">
      <span>{name}</span>
      <strong>{middle === undefined ? '–' : lasting(middle)}</strong>
      <small>{middle === undefined ? texts.none : texts.medianOfDays}</small>
      <Change
        by={middle !== undefined && before?.middle !== undefined ? middle - before.middle : undefined}
        least={1}
        isBetterLower
        text={texts.seconds}
      />
      <Spark values={now?.daily ?? []} />
    </div>
  );
}

function medianIn(figure: Figure) {
  const points = figure.series.find(({ key }) => key === 'p50')?.points ?? [];
  const daily = points.map(([, value]) => value).filter((value) => value > 0);
  return { daily, middle: [...daily].sort((a, b) => a - b)[Math.floor(daily.length / 2)] };
}

interface ChangeProps {
  /** The difference from the previous period; `undefined` if that has no data. */
  readonly by: number | undefined;
  /** Smaller differences are shown as "no change". */
  readonly least: number;
  readonly isBetterLower?: boolean;
  readonly text: (by: number) => string;
}

/** Shows the difference from the previous period. */
function Change({ by, least, isBetterLower = false, text }: ChangeProps) {
  if (by === undefined) return null;
  if (Math.abs(by) < least) return <small>{texts.same}</small>;
  return <small class={by > 0 === isBetterLower ? 'bad' : 'good'}>{text(by)}</small>;
}
