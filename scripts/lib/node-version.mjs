import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const { engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/**
 * The version range of package.json. It consists of alternatives such as `^20.19.0` (from there, same major) and
 * `>=22.12.0`.
 */
export const supportedVersions = engines.node;

export const isSupported = (version, range = supportedVersions) =>
  range.split('||').some((alternative) => allows(alternative.trim(), version));

function allows(alternative, version) {
  const [, operator, wanted] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(alternative) ?? [];
  const [want, have] = [wanted, version].map((text) => text.split('-')[0].split('.').map(Number));
  return isAtLeast(have, want) && (operator === '>=' || have[0] === want[0]);
}

function isAtLeast(have, want) {
  const at = have.findIndex((part, index) => part !== want[index]);
  return at === -1 || have[at] > want[at];
}
