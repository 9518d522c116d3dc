import { number, percent } from '../ui/format.js';
import { words } from '../words/words.js';

const SPARK_WIDTH = 120;
const SPARK_HEIGHT = 30;

/** A small line chart beside a figure. It only illustrates the number. */
export function Spark({
  values,
  color = 'var(--plot-1)',
}: {
  readonly values: readonly number[];
  readonly color?: string;
}) {
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const height = ((value - least) / (most - least || 1)) * (SPARK_HEIGHT - 5);
    return `${(index / (values.length - 1)) * (SPARK_WIDTH - 2) + 1},${SPARK_HEIGHT - 2 - height}`;
  });
  const line = { fill: 'none', stroke: color, strokeWidth: 1.5, vectorEffect: 'non-scaling-stroke' };
  return (
    <svg class="spark" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon
        points={`1,${SPARK_HEIGHT} ${points.join(' ')} ${SPARK_WIDTH - 1},${SPARK_HEIGHT}`}
        style={{ fill: color, opacity: 0.1 }}
      />
      <polyline points={points.join(' ')} style={line} />
    </svg>
  );
}

export interface DayOfDeliveries {
  readonly ok: number;
  readonly failed: number;
}
const BAD_SHARE = 0.02;

function classOf({ ok, failed }: DayOfDeliveries): string {
  if (ok + failed === 0) return 'none';
  if (failed / (ok + failed) > BAD_SHARE) return 'bad';
  return failed > 0 ? 'some' : '';
}

/** Each bar is a day. Its height is the number of deliveries, its colours are the outcomes. */
export function Health({ days }: { readonly days: readonly DayOfDeliveries[] }) {
  const most = Math.max(1, ...days.map(({ ok, failed }) => ok + failed));
  const [ok, failed] = [days.reduce((sum, day) => sum + day.ok, 0), days.reduce((sum, day) => sum + day.failed, 0)];
  return (
    <div class="bars" role="img" aria-label={words.plots.health(number(ok), number(failed))}>
      {days.map((day, index) => (
        <i
          key={index}
          class={classOf(day)}
          title={words.plots.health(number(day.ok), number(day.failed))}
          style={{ height: `${18 + ((day.ok + day.failed) / most) * 82}%` }}
        />
      ))}
    </div>
  );
}

export type Step = readonly [name: string, count: number];

/** Shows how many users reached each step. The two steps with the largest losses are emphasised. */
export function Funnel({ steps }: { readonly steps: readonly Step[] }) {
  const first = Math.max(1, steps[0]?.[1] ?? 1);
  const lost = steps.map(([, count], index) => {
    const before = steps[index - 1]?.[1] ?? 0;
    return before === 0 ? 0 : 1 - count / before;
  });
  const worst = [...lost]
    .sort((a, b) => b - a)
    .slice(0, 2)
    .filter((share) => share > 0.02);
  return (
    <ol class="funnel">
      {steps.map(([name, count], index) => (
        <li key={name} class={worst.includes(lost[index] ?? 0) ? 'worst' : ''}>
          <span>{name}</span>
          <span class="track">
            <i style={{ width: `${(count / first) * 100}%`, opacity: 1 - (0.45 * index) / steps.length }} />
          </span>
          <small>
            <b>{number(count)}</b>
            {index > 0 && <span>{(lost[index] ?? 0) > 0 ? `−${percent(lost[index] ?? 0)}` : '–'}</span>}
          </small>
        </li>
      ))}
    </ol>
  );
}

export function Histogram({ rows }: { readonly rows: readonly Step[] }) {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const all = Math.max(
    1,
    rows.reduce((sum, [, count]) => sum + count, 0),
  );
  return (
    <ol class="funnel histogram">
      {rows.map(([name, count]) => (
        <li key={name}>
          <span class="dim">{name}</span>
          <span class="track">
            <i style={{ width: `${(count / most) * 100}%` }} />
          </span>
          <small>{percent(count / all)}</small>
        </li>
      ))}
    </ol>
  );
}

export interface Part {
  readonly name: string;
  readonly count: number;
  readonly color: string;
}
/** Shows parts of a whole as one bar with several colours. */
export function Split({ parts }: { readonly parts: readonly Part[] }) {
  const all = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  );
  return (
    <div class="stack">
      <div class="split-bar" role="img" aria-label={parts.map(({ name, count }) => `${name} ${count}`).join(', ')}>
        {parts.map(({ name, count, color }) => (
          <i
            key={name}
            style={{ flex: `${count} 0 ${count > 0 ? '3px' : '0px'}`, background: color }}
            title={`${name}: ${number(count)}`}
          />
        ))}
      </div>
      <ul class="legend">
        {parts.map(({ name, count, color }) => (
          <li key={name}>
            <i style={{ background: color }} />
            {name} <b class="num">{percent(count / all)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
