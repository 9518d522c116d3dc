import { Frame, roundUp, type Series } from './frame.js';

interface PlotProps {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly label: string;
}

/** One bar a day, in which the series are stacked. */
export function Bars({ days, series, label }: PlotProps) {
  const sums = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return (
    <Frame days={days} most={roundUp(Math.max(1, ...sums))} series={series} label={label}>
      {({ x, y, step }) =>
        days.map((day, index) => {
          let below = 0;
          return (
            <g key={day}>
              {series.map(({ name, color, values }) => {
                const from = y(below);
                below += values[index] ?? 0;
                const height = Math.max(0, from - y(below) - 0.6);
                return (
                  <rect
                    key={name}
                    x={x(index) + step * 0.16}
                    width={step * 0.68}
                    y={y(below)}
                    height={height}
                    rx={1.5}
                    style={{ fill: color }}
                  />
                );
              })}
            </g>
          );
        })
      }
    </Frame>
  );
}

export function Lines({ days, series, label }: PlotProps) {
  const most = roundUp(Math.max(1, ...series.flatMap(({ values }) => values)));
  return (
    <Frame days={days} most={most} series={series} label={label}>
      {({ x, y, step }) =>
        series.map(({ name, color, values }) => (
          <polyline
            key={name}
            points={values.map((value, index) => `${x(index) + step / 2},${y(value)}`).join(' ')}
            style={{ fill: 'none', stroke: color, strokeWidth: 2, strokeLinejoin: 'round', strokeLinecap: 'round' }}
          />
        ))
      }
    </Frame>
  );
}
