import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { freePort } from '../support/program.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { until } from './support/until.js';

/** Debian's package has both. `PROMETHEUS` and `PROMTOOL` say where they are. */
const PROMETHEUS = process.env['PROMETHEUS'] ?? 'prometheus';
const PROMTOOL = process.env['PROMTOOL'] ?? 'promtool';
const RULES = 'deploy/prometheus/alerts.yaml';
const isThere = spawnSync(PROMETHEUS, ['--version']).status === 0;

(isThere ? describe : describe.skip)('Prometheus', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-prometheus-'));
  let running: TestApplication;
  let prometheus: ChildProcess;
  let address: string;
  beforeAll(async () => {
    running = await startTestApplication();
    address = `127.0.0.1:${await freePort()}`;
    const target = new URL(running.url('ops')).host;
    const file = join(folder, 'prometheus.yml');
    const scrape = { job_name: 'countersign', scrape_interval: '2s', scrape_timeout: '2s' };
    const config = {
      rule_files: [resolve(RULES)],
      scrape_configs: [{ ...scrape, static_configs: [{ targets: [target] }] }],
    };
    writeFileSync(file, JSON.stringify(config));
    const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
    prometheus = spawn(PROMETHEUS, args, { stdio: 'ignore' });
    await until(async () => (await answerTo('up{job="countersign"}')).data?.result[0]?.value[1] === '1');
  });
  afterAll(async () => {
    const ended = new Promise((end) => prometheus.once('exit', end));
    prometheus.kill();
    await ended;
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function answerTo(query: string): Promise<any> {
    const url = `http://${address}/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await fetch(url).catch(() => undefined); // it starts
    return answer && answer.status !== 503 ? answer.json() : {};
  }

  it('takes the rules of the alarms, and raises none of them while all is well', async () => {
    const { status, stdout } = spawnSync(PROMTOOL, ['check', 'rules', RULES], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
    const [group] = parse(readFileSync(RULES, 'utf8')).groups;
    for (const { alert, expr } of group.rules) {
      const { status: answered, data } = await answerTo(expr);
      expect([alert, answered, data.result]).toEqual([alert, 'success', []]);
    }
  });

  it('answers every question of the dashboard', async () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana/countersign.json', 'utf8'));
    for (const { title, targets = [] } of panels) {
      for (const { expr } of targets) expect([title, (await answerTo(expr)).status]).toEqual([title, 'success']);
    }
    for (const query of [
      'max(countersign_database_up)',
      'countersign_database_connections',
      'max(countersign_database_bytes)',
    ]) {
      expect((await answerTo(query)).data.result).not.toEqual([]);
    }
  });
});
