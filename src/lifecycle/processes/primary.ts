import type { Config } from '../../config.js';
import type { ReportKind } from '../../surfaces/operations/report-messages.js';
import type { StartContext } from '../shutdown.js';
import { prepare } from '../start.js';
import { announceReady } from '../announce-ready.js';
import { ClusterProcess } from './cluster-process.js';
import { joined } from './joined-reports.js';
import { ProcessGroup } from './process-group.js';
import { PrimaryMetrics } from './process-metrics.js';

/**
 * The time limit for starting a process, long enough for a busy machine. A process that takes longer is assumed to
 * hang.
 */
const START_MS = 120_000;
/** The time allowed for those steps of a shutdown that have no time limit of their own. */
const REST_OF_END_MS = 30_000;

/**
 * Starts several processes that share every listener. The primary process prepares, supervises and reloads them, but
 * serves no requests itself.
 */
export async function startProcesses(given: Config, surroundings: StartContext): Promise<void> {
  const { terminal, ending, teardown } = surroundings;
  const { config, tls, address } = await prepare(given, surroundings);
  const settings = { processes: config.processes, startMs: START_MS, endMs: endMsOf(config) };
  const reportOfAll = (kind: ReportKind): Promise<unknown> => reportsOfAll(group, metrics, config.processes)[kind]();
  const group = new ProcessGroup(settings, (number) => new ClusterProcess(number, address, reportOfAll), ending);
  const metrics = new PrimaryMetrics(config.processes, () => group.counts);
  teardown.add('processes', () => group.end());
  const started = group.start();
  const notes = await Promise.race([started, ending.whenAsked().then(() => [])]);
  // If the program is ending, a failed start is ignored: the failed process has already reported the reason.
  started.catch(() => undefined);
  ending.throwIfAsked();
  listenForReload(group, surroundings);
  announceReady({ config, notes, caFile: tls?.caFile }, terminal);
}

/** How long a shutdown may take. Requests and jobs may each use the full drain time. */
const endMsOf = ({ readyDelaySeconds, drainSeconds }: Config): number =>
  (readyDelaySeconds + 2 * drainSeconds) * 1_000 + REST_OF_END_MS;

function reportsOfAll(group: ProcessGroup<ClusterProcess>, metrics: PrimaryMetrics, wanted: number) {
  const answers = <K extends ReportKind>(kind: K) => Promise.all(group.serving.map((process) => process.ask(kind)));
  return {
    health: async () => joined.health(await answers('health'), wanted),
    metrics: async () => joined.metrics([...(await answers('metrics')), await metrics.read()], wanted),
  } satisfies Record<ReportKind, () => Promise<unknown>>;
}

/**
 * SIGHUP reloads the processes. If the program runs in a terminal, SIGHUP ends it, because closing the terminal sends
 * SIGHUP too.
 */
const listenForReload = (group: ProcessGroup<ClusterProcess>, { ending }: StartContext): void =>
  void process.on('SIGHUP', () => {
    if (process.stdout.isTTY) ending.ask(0);
    else void group.reload();
  });
