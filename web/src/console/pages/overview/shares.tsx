import { Spark } from '../../plots/small.js';
import { lasting, percent } from '../../ui/format.js';
import { words } from '../../words/en.js';
import { daysOf, type Figure, sumOf, totals, valuesOf } from './figures.js';

const texts = words.overview.figures;

interface ShareProps {
  readonly name: string;
  readonly of: Figure | undefined;
  readonly keys: readonly string[];
  readonly digits?: number;
}
export function Share({ name, of: figure, keys, digits = 1 }: ShareProps) {
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

export function Median({ name, of: figure }: { readonly name: string; readonly of: Figure | undefined }) {
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
