import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { faultsOf } from '../support/kubernetes-schemas.js';

const CHART = 'deploy/helm';
/** `HELM` says where Helm is. */
const HELM = process.env['HELM'] ?? 'helm';
const CLUSTER = '--kube-version=1.30.0';
const helm = (...args: readonly string[]) => spawnSync(HELM, args, { encoding: 'utf8' });
const given = (values: readonly string[]) => values.flatMap((value) => ['--set', value]);

/** What Helm would make in a cluster. */
function made(...values: readonly string[]): any[] {
  const { stdout, stderr } = helm('template', 'bank', CHART, CLUSTER, ...given(values));
  expect(stderr).toBe('');
  return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
}
const ALL = [
  ...['surfaces.autoscaling.enabled=true', 'worker.autoscaling.enabled=true', 'ingress.enabled=true'],
  ...['ingress.console.enabled=true', 'ingress.tlsSecretName=tls', 'surfaces.nodeSelector.disk=fast'],
  ...['configuration.clients\\.yaml=clients: []', 'podAnnotations.team=identity', 'image.pullSecrets[0].name=registry'],
];

(helm('version').status === 0 ? describe : describe.skip)('The chart, by Helm', () => {
  it('has nothing that Helm complains of', () => {
    const { stdout, status } = helm('lint', '--strict', CLUSTER, CHART);
    expect([status, stdout.match(/\[(?:WARNING|ERROR)\].*/g)]).toEqual([0, null]);
  });

  it.each([
    ['the values that it begins with', []],
    ['everything switched on', ALL],
  ])('makes manifests that Kubernetes knows, with %s', (_how, values) => {
    const manifests = made(...values);
    expect(manifests.length).toBeGreaterThan(10);
    expect(
      manifests.flatMap((one) => faultsOf(one).map((fault) => `${one.kind} ${one.metadata.name}: ${fault}`)),
    ).toEqual([]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('migrates before a version comes, with the settings of that version and nothing that comes with it', () => {
    const [job] = made('settings.AUTH_URL=https://id.bank.example').filter(({ kind }) => kind === 'Job');
    expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const { containers, serviceAccountName } = job.spec.template.spec;
    expect(serviceAccountName).toBeUndefined();
    expect(containers[0].envFrom).toBeUndefined();
    expect(containers[0].env).toContainEqual({ name: 'AUTH_URL', value: 'https://id.bank.example' });
  });

  it('replaces the pods when a setting changes, and leaves their number to the autoscaler', () => {
    const pods = (...values: readonly string[]) => made(...values).filter(({ kind }) => kind === 'Deployment');
    const sums = (all: any[]) => all.map(({ spec }) => spec.template.metadata.annotations['checksum/settings']);
    expect(sums(pods('settings.MAIL_FROM=a@bank.example'))).not.toEqual(sums(pods()));
    expect(pods().map(({ spec }) => spec.replicas)).toEqual([2, 2]);
    expect(pods('surfaces.autoscaling.enabled=true')[0].spec).not.toHaveProperty('replicas');
  });

  it('serves each public address at its surface, and the console at an ingress of its own', () => {
    const ingresses = made(...ALL).filter(({ kind }) => kind === 'Ingress');
    const served = ingresses.map(({ metadata, spec }) => [
      metadata.name,
      spec.rules.map(({ host, http }: any) => `${host} ${http.paths[0].backend.service.port.name}`).sort(),
    ]);
    expect(Object.fromEntries(served)).toEqual({
      'bank-countersign-public': [
        ...['id.example.com auth', 'management.example.com management'],
        ...['mobile.example.com mobile', 'verify.example.com idv'],
      ],
      'bank-countersign-console': ['console.example.com console'],
    });
  });

  it.each([
    ['a setting that there is not', 'settings.AUTH_ULR=https://id.bank.example'],
    ['a value that there is not', 'replicaz=2'],
    ['no secret', 'secretName='],
    ['a number that is none', 'surfaces.replicas=many'],
  ])('refuses %s', (_what, value) => {
    const { status, stderr } = helm('template', 'bank', CHART, CLUSTER, '--set', value);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/values don't meet the specifications of the schema/);
  });
});
