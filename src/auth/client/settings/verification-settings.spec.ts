import { chipFaults, type IdvSettings } from './verification-settings.js';

const app = { name: 'App', link: 'https://bank.example/app' };
const isHttps = (link: string): boolean => link.startsWith('https:');

describe('The chip settings of a client', () => {
  it.each<readonly [string, IdvSettings, boolean, readonly string[]]>([
    ['are complete with an app', { chip: 'required', chipApp: app }, false, []],
    ['need an app for live users', { chip: 'offered' }, false, ['/idv/chipApp']],
    ['need no app in test mode', { chip: 'offered' }, true, []],
    ['need none when they are off', {}, false, []],
    [
      'take no other link',
      { chip: 'off', chipApp: { ...app, link: 'http://bank.example' } },
      false,
      ['/idv/chipApp/link'],
    ],
    [
      'are of passports',
      { chip: 'required', chipApp: app, documentTypes: ['identity_card'] },
      false,
      ['/idv/documentTypes'],
    ],
  ])('%s', (_title, settings, isTest, pointers) => {
    expect(chipFaults(settings, isHttps, isTest).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
