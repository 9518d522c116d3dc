import { existsSync } from 'node:fs';
import { firefox, type Browser } from 'playwright-core';
import { PATIENCE_MS } from '../browser.js';
import { freePort } from '../program.js';
import { Marionette } from './marionette.js';

/** The path of Firefox, which the variable `FIREFOX` can change. */
const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(FIREFOX);

/** Starts the system's Firefox, controlled by Playwright and by Marionette. */
export async function startFirefox(): Promise<{ readonly browser: Browser; readonly marionette: Marionette }> {
  const port = await freePort();
  const browser = await firefox.launch({
    timeout: PATIENCE_MS,
    channel: 'moz-firefox',
    executablePath: 'test/support/firefox/launcher.mjs',
    env: { ...process.env, FIREFOX },
    firefoxUserPrefs: {
      'marionette.port': port,
      'security.webauth.webauthn_enable_softtoken': true,
      'security.webauth.webauthn_enable_usbtoken': false,
      'ui.prefersReducedMotion': 1,
    },
  });
  const marionette = await Marionette.at(port);
  browser.on('disconnected', () => marionette.close());
  return { browser, marionette };
}
