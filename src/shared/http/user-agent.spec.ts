import { isPhone, userAgentIn } from './user-agent.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const EDGE = `${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const TABLET = PIXEL.replace(' Mobile', '');
const FENIX = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

it.each([
  [CHROME, 'Chrome', 'Linux', false],
  [EDGE, 'Edge', 'Windows', false],
  [IPHONE, 'Safari', 'iPhone', true],
  [PIXEL, 'Chrome', 'Android', true],
  [TABLET, 'Chrome', 'Android', false],
  [FENIX, 'Firefox', 'Android', true],
  [MAC, 'Safari', 'Mac', false],
  ['curl/8.5.0', undefined, undefined, false],
  [undefined, undefined, undefined, false],
])('The reader knows browser and system, and a phone: %s', (header, browser, system, phone) => {
  expect(userAgentIn(header)).toEqual({ browser, system });
  expect(isPhone({ headers: { ...(header && { 'user-agent': header }) } })).toBe(phone);
});

it('The reader believes the hint that Chromium sends', () => {
  expect(isPhone({ headers: { 'user-agent': CHROME, 'sec-ch-ua-mobile': '?1' } })).toBe(true);
  expect(isPhone({ headers: { 'user-agent': PIXEL, 'sec-ch-ua-mobile': '?0' } })).toBe(false);
});
