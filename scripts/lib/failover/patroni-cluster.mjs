import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../free-ports.mjs';

const NODES = ['a', 'b'];

/**
 * Two PostgreSQL servers under Patroni with synchronous replication, with etcd and behind HAProxy, all on loopback.
 * Needs Debian's `patroni etcd-server haproxy postgresql`.
 */
export class PatroniCluster {
  #folder;
  #ports;
  #owner;
  #programs = new Map();

  static async start(folder) {
    const cluster = new PatroniCluster();
    cluster.#folder = folder;
    cluster.#owner = ownerOfDatabases();
    if (cluster.#owner.uid !== undefined) chownSync(folder, cluster.#owner.uid, cluster.#owner.gid);
    cluster.#ports = await freePorts([
      'ETCD',
      'ETCD_PEER',
      'PROXY',
      ...NODES.flatMap((node) => [node, `rest_${node}`]),
    ]);
    cluster.#startEtcd();
    for (const node of NODES) cluster.#startNode(node);
    cluster.#startProxy();
    await cluster.whole();
    cluster.#run('createdb', 'countersign', '--encoding=UTF8', '--locale=C.UTF-8', '--template=template0');
    return cluster;
  }

  /** The address of HAProxy, which stays the same when the leader changes. */
  get url() {
    return `postgres://postgres@127.0.0.1:${this.#ports.PROXY}/countersign`;
  }

  /** Kills the leader without a shutdown, like a power cut, and returns its name. */
  async killLeader() {
    const leader = await this.leader();
    const postmaster = Number.parseInt(readFileSync(join(this.#folder, leader, 'postmaster.pid'), 'utf8'), 10);
    const [patroni] = [this.#programs.get(leader)];
    patroni.child.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await patroni.ended;
    return leader;
  }

  async newLeader(than) {
    for (;;) {
      const leader = await this.leader();
      if (leader !== undefined && leader !== than) return leader;
      await sleep(50);
    }
  }

  /** Restarts a killed node, and waits until it is the synchronous standby. */
  async rejoin(node) {
    this.#startNode(node);
    await this.whole();
  }

  async leader() {
    const states = await Promise.all(NODES.map(async (node) => [node, await this.#stateOf(node)]));
    return states.find(([, state]) => state?.role === 'master' || state?.role === 'primary')?.[0];
  }

  async whole() {
    for (let wait = 0; wait < 600; wait++) {
      const states = await Promise.all(NODES.map((node) => this.#stateOf(node)));
      if (states.some((state) => state?.sync_standby)) return;
      await sleep(200);
    }
    throw new Error(`The cluster does not become whole; its logs are in ${this.#folder}`);
  }

  async stop() {
    for (const { child, ended } of [...this.#programs.values()].reverse()) {
      child.kill('SIGTERM');
      await ended;
    }
  }

  async #stateOf(node) {
    const answer = await fetch(`http://127.0.0.1:${this.#ports[`rest_${node}`]}/patroni`).catch(() => undefined);
    return answer?.json().catch(() => undefined);
  }

  #startEtcd() {
    const { ETCD, ETCD_PEER } = this.#ports;
    const [client, peer] = [`http://127.0.0.1:${ETCD}`, `http://127.0.0.1:${ETCD_PEER}`];
    this.#start('etcd', 'etcd', [
      ...['--name', 'only', '--data-dir', this.#make('etcd'), '--initial-cluster', `only=${peer}`],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ]);
  }

  #startNode(node) {
    const settings = this.#write(`${node}.json`, JSON.stringify(this.#settingsOf(node)));
    this.#start(node, 'patroni', [settings]);
  }

  #settingsOf(node) {
    const everybody = [
      'local all all trust',
      'host all all 127.0.0.1/32 trust',
      'host replication all 127.0.0.1/32 trust',
    ];
    return {
      scope: 'countersign',
      name: node,
      restapi: this.#listen(this.#ports[`rest_${node}`]),
      etcd3: { hosts: `127.0.0.1:${this.#ports.ETCD}` },
      bootstrap: {
        // The shortest times that Patroni allows.
        dcs: { ttl: 20, loop_wait: 4, retry_timeout: 4, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        ...this.#listen(this.#ports[node]),
        data_dir: join(this.#folder, node),
        bin_dir: binariesOfPostgres(),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
        parameters: { unix_socket_directories: this.#folder, max_connections: 200 },
        pg_hba: everybody,
      },
    };
  }

  #listen(port) {
    return { listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` };
  }

  #startProxy() {
    const servers = NODES.map(
      (node) => `  server ${node} 127.0.0.1:${this.#ports[node]} check port ${this.#ports[`rest_${node}`]}`,
    );
    const settings = [
      'defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n  timeout check 1s',
      `listen primary\n  bind 127.0.0.1:${this.#ports.PROXY}\n  option httpchk GET /primary`,
      '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
    ];
    this.#start('haproxy', '/usr/sbin/haproxy', ['-f', this.#write('haproxy.cfg', `${settings.join('\n')}\n`)]);
  }

  #start(name, program, words) {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    const child = spawn(program, words, { stdio: ['ignore', log, log], env: this.#surroundings, ...this.#owner });
    this.#programs.set(name, { child, ended: once(child, 'exit') });
  }

  #run(tool, ...words) {
    const reach = ['--host=127.0.0.1', `--port=${this.#ports.PROXY}`, '--username=postgres'];
    const { status, stderr } = spawnSync(join(binariesOfPostgres(), tool), [...reach, ...words], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stderr}`);
  }

  get #surroundings() {
    return { PATH: process.env.PATH, HOME: this.#folder, LANG: 'C.UTF-8' };
  }

  #make(name) {
    const path = join(this.#folder, name);
    mkdirSync(path, { mode: 0o700 });
    this.#give(path);
    return path;
  }

  #write(name, content) {
    const path = join(this.#folder, name);
    writeFileSync(path, content);
    this.#give(path);
    return path;
  }

  #give(path) {
    if (this.#owner.uid !== undefined) chownSync(path, this.#owner.uid, this.#owner.gid);
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
function ownerOfDatabases() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function binariesOfPostgres() {
  const { stdout, error } = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin'], { encoding: 'utf8' });
  const newest = stdout?.trim().split('\n').at(-1);
  if (error || !newest) throw new Error('PostgreSQL is not installed (Debian: postgresql)');
  return newest;
}
