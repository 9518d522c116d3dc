import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { sourceFiles } from './source-files.js';

const RUNBOOKS = 'docs/operators/runbooks';
const read = (path: string): string => readFileSync(path, 'utf8');

interface Alarm {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
const [group] = parse(read('deploy/prometheus/alerts.yaml')).groups as [{ rules: Alarm[] }];
const alarms = group.rules;
const runbookOf = ({ annotations }: Alarm): string | undefined =>
  /\/docs\/guide\/operators\/runbooks\/([a-z-]+)$/.exec(annotations.runbook_url)?.[1];
const SECTIONS = ['What you see', 'Why', 'What to do', 'When it is over', 'How this was tested'];
/** Prometheus and its client make these. */
const OF_OTHERS = /^(?:up$|nodejs_|process_)/;

describe('An alarm', () => {
  it.each(alarms.map((alarm) => [alarm.alert, alarm] as const))('%s names its runbook', (alert, alarm) => {
    const page = read(`${RUNBOOKS}/${runbookOf(alarm)}.md`);
    expect(page.split('\n', 1)[0]).toBe(`# ${alert}`);
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
  });

  it.each(alarms.map(({ alert, expr }) => [alert, expr] as const))('%s asks for metrics that there are', (_, expr) => {
    expect(unknownMetricsOf(expr)).toEqual([]);
  });
});

describe('The dashboard for Grafana', () => {
  it('asks for metrics that there are', () => {
    const { panels } = JSON.parse(read('deploy/grafana/countersign.json'));
    const asked: string[] = panels.flatMap(({ targets = [] }: any) => targets.map(({ expr }: any) => expr));
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.flatMap(unknownMetricsOf)).toEqual([]);
  });
});

function unknownMetricsOf(expr: string): string[] {
  const names = [...expr.matchAll(/\b(?:countersign|http|nodejs|process)_[a-z_]+|\bup\b/g)].map(([name]) => name);
  expect(names).not.toEqual([]);
  const wanted = names
    .filter((name) => !OF_OTHERS.test(name))
    .map((name) => name.replace(/_(?:count|bucket|sum)$/, ''));
  return wanted.filter((name) => !sourceFiles.some(({ text }) => registers(text, name)));
}

/** Some are registered under a shorter name, before which their service puts that of the program. */
function registers(text: string, name: string): boolean {
  if (!text.includes('prom-client')) return false;
  const [whole, short] = [name, name.replace(/^countersign_/, '').replace(/^notification_bytes_(\w+)_total$/, '$1')];
  return [whole, short].some((one) => text.includes(`'${one}'`));
}

describe('A runbook', () => {
  const slugs = readdirSync(RUNBOOKS).map((file) => file.replace(/\.md$/, ''));

  it('is of an alarm', () => {
    expect(slugs.filter((slug) => slug !== 'README').sort()).toEqual(alarms.map(runbookOf).sort());
  });

  it('is named where alarms are explained', () => {
    const [page, index] = [read('docs/operators/monitoring.md'), read(`${RUNBOOKS}/README.md`)];
    for (const alarm of alarms) {
      expect(page).toContain(`](runbooks/${runbookOf(alarm)}.md)`);
      expect(index).toContain(`[${alarm.alert}](${runbookOf(alarm)}.md)`);
    }
  });
});
