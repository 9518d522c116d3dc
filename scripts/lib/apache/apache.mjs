import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'include', 'ssl'];

/** An Apache with its own configuration, logs and pages in one folder; it ends with this process. */
export class Apache {
  /**
   * `signIn` is the configuration to test, `tls` names the certificate files, and `pages` are the HTML files to serve.
   */
  static async start(folder, { url, tls, signIn, pages }) {
    mkdirSync(join(folder, 'pages'), { recursive: true });
    for (const [name, html] of Object.entries(pages)) writeFileSync(join(folder, 'pages', name), html);
    writeFileSync(join(folder, 'sign-in.conf'), signIn, { mode: 0o600 });
    writeFileSync(join(folder, 'httpd.conf'), httpdConf(folder, new URL(url), tls));
    chmodSync(folder, 0o755);
    const apache = new Apache();
    apache.folder = folder;
    apache.heard = 0;
    apache.child = spawn('/usr/sbin/apache2', ['-f', join(folder, 'httpd.conf'), '-D', 'FOREGROUND'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    apache.ended = once(apache.child, 'exit');
    await apache.#untilListening(url);
    return apache;
  }

  async end() {
    this.child.kill('SIGTERM');
    await this.ended;
  }

  /** The last 20 lines of the error log. */
  lastWords() {
    return this.#log('error').split('\n').slice(-20).join('\n');
  }

  /** Waits until the access log contains `request` more often than after the last call. Throws after ten seconds. */
  async hears(request) {
    for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
      const heard = this.#log('access')
        .split('\n')
        .filter((line) => line === request).length;
      if (heard > this.heard) return void (this.heard = heard);
    }
    throw new Error(`Nobody has asked Apache for ${request}`);
  }

  #log(name) {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8');
  }

  async #untilListening(url) {
    while (!(await isListening(new URL(url)))) {
      if (this.child.exitCode !== null) throw new Error('Apache has ended');
      await sleep(50);
    }
  }
}

/** Whether the port accepts TCP connections. TLS and the certificate are not checked here. */
function isListening({ hostname, port }) {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const httpdConf = (folder, { hostname, host }, { certFile, keyFile }) => `
ServerRoot "${folder}"
ServerName ${hostname}
DefaultRuntimeDir "${folder}"
PidFile httpd.pid
Listen ${host}
User www-data
Group www-data
${[...MODULES, 'auth_openidc'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
LogLevel warn auth_openidc:info
ErrorLog error.log
CustomLog access.log "%m %U%q %>s"
SSLEngine on
SSLCertificateFile "${certFile}"
SSLCertificateKeyFile "${keyFile}"
DocumentRoot pages
DirectoryIndex index.html
<Directory "${folder}/pages">
  Options +Includes
  SetOutputFilter INCLUDES
  ForceType "text/html; charset=utf-8"
</Directory>
Include sign-in.conf
# For the proof to look inside.
OIDCInfoHook access_token id_token userinfo session
`;
