import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../announce.js';
import { t } from '../language.js';
import { remaining, remainingInWords, secondsUntil } from '../time.js';
import { Icon } from './icon.js';

/** In seconds: with less time left than this, the countdown is announced and looks urgent. */
const SOON = 60;
const HOUR = 3_600;
/** The remaining seconds at which screen readers announce the time. */
const TOLD_AT = [300, 60, 30, 10];

/** The time that is left, in a list. Shows nothing while more than a day is left. */
export function TimeLeft({ until }: { readonly until: number }) {
  const seconds = secondsUntil(until);
  if (seconds > 24 * HOUR) return null;
  return (
    <span class={`left ${seconds <= SOON ? 'soon' : ''}`}>
      <Icon name="clock" />
      <span>{seconds === 0 ? t('expired') : t('leftShort', { time: remaining(seconds) })}</span>
    </span>
  );
}

interface CountdownProps {
  readonly from: number;
  readonly until: number;
}

/** The remaining time, as text and as a bar. It is read out only at a few moments. */
export function Countdown({ from, until }: CountdownProps) {
  const seconds = secondsUntil(until);
  const before = useRef(seconds);
  useEffect(() => {
    const passed = TOLD_AT.find((mark) => seconds <= mark && before.current > mark);
    if (seconds === 0 && before.current > 0) announce(t('expired'));
    else if (passed !== undefined) announce(t('leftLong', { time: remainingInWords(seconds) }));
    before.current = seconds;
  }, [seconds]);
  const share = Math.min(1, seconds / Math.max(1, (until - from) / 1_000));
  return (
    <div class={`countdown ${seconds <= SOON ? 'soon' : ''}`}>
      <p>
        <Icon name="clock" />
        <span>{seconds === 0 ? t('expired') : t('leftLong', { time: remaining(seconds) })}</span>
      </p>
      <div class="bar" aria-hidden="true">
        <i style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />
      </div>
    </div>
  );
}
