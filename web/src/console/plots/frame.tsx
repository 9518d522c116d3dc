import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { number, stepNames } from '../ui/format.js';

export interface Series {
  readonly name: string;
  readonly color: string;
  readonly values: readonly number[];
}

const HEIGHT = 236;
const TOP = 8;
const BOTTOM = 22;
const START = 40;
const LEAST_WIDTH = 240;
const DAY_WIDTH = 90;
const STEPS = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];

/** The next round number, where the scale ends. Its half is a whole number too, for the middle of the scale. */
export function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return (
    STEPS.map((step) => Math.round(step * unit)).find((step) => step >= value && step % 2 === 0) ??
    2 * Math.ceil(value / 2)
  );
}

export const Legend = ({ series }: { readonly series: readonly Pick<Series, 'name' | 'color'>[] }) => (
  <ul class="legend">
    {series.map(({ name, color }) => (
      <li key={name}>
        <i style={{ background: color }} />
        {name}
      </li>
    ))}
  </ul>
);

/**
 * The width of the plot in pixels. It is drawn at this size instead of being scaled, so that its text keeps its size.
 */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, set] = useState(520);
  useEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && set(Math.max(LEAST_WIDTH, Math.round(entry.contentRect.width))),
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}

export interface Scale {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly step: number;
}
interface FrameProps {
  readonly days: readonly string[];
  readonly most: number;
  readonly series: readonly Series[];
  readonly label: string;
  readonly children: (scale: Scale) => ComponentChildren;
}

/** Axes, the values under the pointer, and the same figures as a table for screen readers. */
export function Frame({ days, most, series, label, children }: FrameProps) {
  const [at, point] = useState<number | undefined>(undefined);
  const [place, width] = useWidth();
  const named = stepNames(days);
  const step = (width - START) / Math.max(1, days.length);
  const x = (index: number) => START + index * step;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const every = Math.ceil(days.length / Math.max(2, Math.floor(width / DAY_WIDTH)));
  const short = (value: number) => (value >= 1000 ? `${number(Math.round(value / 100) / 10)} k` : number(value));
  return (
    <div class="plot" ref={place} onMouseLeave={() => point(undefined)}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} role="img" aria-label={label}>
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line class="rule" x1={START} x2={width} y1={y(value)} y2={y(value)} />
            <text x={START - 8} y={y(value) + 4} text-anchor="end">
              {short(value)}
            </text>
          </g>
        ))}
        {days.map((day, index) =>
          (days.length - 1 - index) % every === 0 ? (
            <text key={day} x={x(index) + step / 2} y={HEIGHT - 5} text-anchor="middle">
              {named(day)}
            </text>
          ) : null,
        )}
        {children({ x, y, step })}
        {days.map((day, index) => (
          <rect
            key={day}
            class="hot"
            x={x(index)}
            y={0}
            width={step}
            height={HEIGHT - BOTTOM}
            onMouseEnter={() => point(index)}
          />
        ))}
      </svg>
      {at !== undefined && <Tip at={at} days={days} series={series} share={(x(at) + step / 2) / width} />}
      <div class="unseen">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{named(day)}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{values[index] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface TipProps extends Pick<FrameProps, 'days' | 'series'> {
  readonly at: number;
  readonly share: number;
}
const Tip = ({ at, days, series, share }: TipProps) => (
  <div class="tip" style={share < 0.5 ? { left: `${share * 100 + 3}%` } : { right: `${(1 - share) * 100 + 3}%` }}>
    <strong>{stepNames(days)(days[at] ?? '')}</strong>
    {series.map(({ name, color, values }) => (
      <div key={name}>
        <i style={{ background: color }} />
        {name}
        <b>{number(values[at] ?? 0)}</b>
      </div>
    ))}
  </div>
);
