import { Html } from '../../../shared/kernel/html.js';

const icon = (path: string, size = 20): Html =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );

const CHECK_PATH = '<path d="M4 10.5l4 4 8-9"/>';

export const CHECK = icon(CHECK_PATH);
export const KEY = icon('<circle cx="7" cy="8" r="3.5"/><path d="M10 10.5l6.5 6.5M14 14.5l1.8-1.8"/>');

/** What a message is about, at a glance; its words say the same. */
export const symbols = {
  done: icon(CHECK_PATH, 26),
  wait: icon('<circle cx="10" cy="10" r="7.2"/><path d="M10 6v4.3l2.8 1.7"/>', 26),
  stop: icon('<circle cx="10" cy="10" r="7.2"/><path d="M10 6.2v4.6M10 13.7v.1"/>', 26),
} as const;
