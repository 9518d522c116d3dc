import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A running oidc-agent, with a folder and a socket of its own. */
export class Agent {
  /** The version of oidc-agent. `undefined` if it is not installed. */
  static version() {
    return spawnSync('oidc-agent', ['--version'], { encoding: 'utf8' }).stdout?.trim() || undefined;
  }

  static async start(folder, caFile) {
    const agent = new Agent();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    agent.caFile = caFile;
    agent.env = { ...process.env, OIDC_CONFIG_DIR: folder, OIDC_ENCRYPTION_PW: 'of the proof', TMPDIR: folder };
    const { output } = await agent.#run('oidc-agent', ['--no-autoreauthenticate', '-a', join(folder, 'socket')]).ended;
    agent.env.OIDC_SOCK = /OIDC_SOCK=([^;]+)/.exec(output)?.[1];
    agent.env.OIDCD_PID = /OIDCD_PID=(\d+)/.exec(output)?.[1];
    if (agent.env.OIDC_SOCK === undefined) throw new Error(`oidc-agent has not started: ${output}`);
    return agent;
  }

  /** Creates an account; `visit` is called with the first address that oidc-gen prints for the user. */
  async account(name, options, visit) {
    const fixed = ['--pw-env', '--confirm-default', '--no-url-call', '--no-scheme', `--cp=${this.caFile}`];
    const { ended, told } = this.#run('oidc-gen', [...fixed, ...options, name]);
    const opened = told.then((url) => url && visit(url));
    const [{ code, output }] = await Promise.all([ended, opened]);
    if (code !== 0) throw new Error(`oidc-gen ended with ${code}: ${output}`);
  }

  async token(name, ...options) {
    const { code, output } = await this.#run('oidc-token', [...options, name]).ended;
    if (code !== 0) throw new Error(`oidc-token ended with ${code}: ${output}`);
    return output.trim();
  }

  async end() {
    await this.#run('oidc-agent', ['--kill']).ended;
  }

  #run(program, options) {
    const child = spawn(program, options, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const told = new Promise((tell) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          output += text;
          const [url] = /https:\/\/\S+(?:authorize\?|device)\S*(?=\s)/.exec(output) ?? [];
          if (url) tell({ url, output });
        });
      child.on('close', () => tell(undefined));
    });
    const ended = once(child, 'close').then(([code]) => ({ code, output }));
    return { ended, told };
  }
}
