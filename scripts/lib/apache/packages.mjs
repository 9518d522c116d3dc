import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { complain } from '../complain.mjs';

// apache2-bin holds the program and its modules without the system service, so nothing is started, now or at boot.
const PACKAGES = ['apache2-bin', 'libapache2-mod-auth-openidc'];

const ELSEWHERE = 'Run it in a container of Debian, as root.';

/** Installs missing packages. It supports only Debian, because `prove-apache.mjs` tests Debian's packages. */
export function installApache() {
  if (!existsSync('/etc/debian_version') || process.getuid() !== 0) {
    complain(`This installs ${PACKAGES.join(' and ')} from Debian, which only root can do. ${ELSEWHERE}`);
  }
  const missing = PACKAGES.filter((name) => versionOf(name) === undefined);
  if (missing.length > 0) {
    if (versionOf('apache2') !== undefined)
      complain(`Apache serves here: ${missing.join(', ')} would restart it. ${ELSEWHERE}`);
    run('apt-get', ['update']);
    run('apt-get', ['install', '--yes', '--no-install-recommends', ...missing]);
    console.log(
      `Installed ${missing.join(' and ')}. To take them away: apt-get purge --autoremove ${missing.join(' ')}`,
    );
  }
  return PACKAGES.map((name) => `${name} ${versionOf(name)}`);
}

function versionOf(name) {
  try {
    const said = run('dpkg-query', ['--show', '--showformat=${db:Status-Status} ${Version}', name]);
    const [status, version] = said.split(' ');
    return status === 'installed' ? version : undefined;
  } catch {
    return undefined;
  }
}

const run = (program, args) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
