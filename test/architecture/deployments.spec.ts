import { readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settingGroups } from '../../src/config.js';
import { newRingEntry } from '../../src/shared/security/index.js';
import { faultsOf } from '../support/kubernetes-schemas.js';

const KUBERNETES = 'deploy/kubernetes';
const read = (path: string): string => readFileSync(path, 'utf8');
const kustomization = parse(read(`${KUBERNETES}/kustomization.yaml`));
/** Everything that is made in a cluster, each with the file that it is in. */
const manifests = (kustomization.resources as string[]).flatMap((file) =>
  parseAllDocuments(read(`${KUBERNETES}/${file}`)).map((document) => ({ file, manifest: document.toJS() })),
);
const ofKind = (kind: string): any[] => manifests.map(({ manifest }) => manifest).filter((one) => one.kind === kind);
/** Deployments and jobs, each with its pods. */
const workloads = [...ofKind('Deployment'), ...ofKind('Job')];
const settingNames = new Set(
  Object.values(settingGroups).flatMap((group) => Object.values(group).map(({ name }) => name)),
);
const literals = Object.fromEntries(
  (kustomization.configMapGenerator[0].literals as string[]).map((line) => line.split(/=(.*)/s).slice(0, 2)),
) as Record<string, string>;
/** The secret that an operator makes. */
const SECRETS = {
  DATABASE_URL: 'postgres://countersign@database/countersign',
  ENCRYPTION_KEYS: newRingEntry('k1'),
  SMTP_URL: 'smtps://mail.example.com',
};
/** Only the operator can decide it. */
const CHOSEN = { IDV_FACE_NET: 'mobilefacenet' };

describe('The manifests for Kubernetes', () => {
  it('are all named, and each is as the schema of its kind wants it', () => {
    const files = readdirSync(KUBERNETES).filter((file) => file !== 'kustomization.yaml');
    expect([...kustomization.resources].sort()).toEqual(files.sort());
    const faults = manifests.flatMap(({ file, manifest }) => faultsOf(manifest).map((fault) => `${file}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('are refused by the schemas where a member is misspelled', () => {
    const [deployment] = ofKind('Deployment');
    const wrong = structuredClone(deployment);
    wrong.spec.template.spec.containers[0].livenesProbe = {};
    expect(faultsOf(wrong)).not.toEqual([]);
    expect(faultsOf({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).not.toEqual([]);
  });

  it('run as nobody, on files that cannot be written, with no right in the cluster', () => {
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(['migrate', 'surfaces', 'worker']);
    for (const { spec } of workloads.map((one) => one.spec.template)) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of spec.containers) {
        expect(container.resources).toMatchObject({ requests: { memory: expect.any(String) }, limits: {} });
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('give settings that there are, and that production starts with', () => {
    for (const { metadata, spec } of workloads) {
      const [{ env }] = spec.template.spec.containers;
      const own = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
      const given: Record<string, string> = { ...literals, ...own };
      const unknown = Object.keys(given).filter((name) => !settingNames.has(name.replace(/_FILE$/, '')));
      expect([metadata.name, unknown]).toEqual([metadata.name, []]);
      const plain = Object.entries(given).filter(([name]) => !name.endsWith('_FILE'));
      const settings = { ...Object.fromEntries(plain), ...SECRETS, NODE_ENV: 'production' };
      expect(() => readConfig({ ...settings, ...CHOSEN })).not.toThrow();
      expect(() => readConfig(settings)).toThrow(/^IDV_FACE_NET must be given in production[^\n]*$/);
    }
  });

  it('serve every surface and a worker, with probes, a budget, and ports that the image has', () => {
    const exposed = /^EXPOSE (.+)$/m.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
    for (const { metadata, spec } of ofKind('Deployment')) {
      const [container] = spec.template.spec.containers;
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        expect(container[probe].httpGet.port).toBe('ops');
      }
      for (const { containerPort } of container.ports) expect(exposed).toContain(String(containerPort));
      const selects = ({ spec: { selector } }: any) => selector.matchLabels['app.kubernetes.io/component'];
      expect(ofKind('PodDisruptionBudget').map(selects)).toContain(metadata.name);
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    }
    const served = ofKind('Deployment').flatMap(({ spec }) => spec.template.spec.containers[0].env);
    expect(served.filter(({ name }) => name === 'SURFACES').map(({ value }) => value)).toEqual([
      'auth,management,idv,mobile,console',
      'worker',
    ]);
  });

  it('let nothing in or out that is not named', () => {
    expect(ofKind('NetworkPolicy')[0].spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

describe('The chart for Helm', () => {
  const values = parse(read('deploy/helm/values.yaml'));

  it('begins with the settings, the sizes and the numbers of pods that the manifests have', () => {
    expect(values.settings).toEqual(literals);
    for (const { metadata, spec } of ofKind('Deployment')) {
      expect(values[metadata.name]).toMatchObject({
        replicas: spec.replicas,
        resources: spec.template.spec.containers[0].resources,
      });
    }
    const [migrate] = ofKind('Job');
    expect(values.migrate.resources).toEqual(migrate.spec.template.spec.containers[0].resources);
  });

  it('has values that follow its own rules, which refuse a setting that is misspelled', async () => {
    const { default: Ajv } = await import('ajv');
    const validate = new Ajv.default({ strict: false }).compile(JSON.parse(read('deploy/helm/values.schema.json')));
    expect(validate(values)).toBe(true);
    expect(validate({ ...values, settings: { ...values.settings, AUTH_ULR: 'https://id.example.com' } })).toBe(false);
    expect(validate({ ...values, settings: { ...values.settings, DATABASE_URL: 'postgres://…' } })).toBe(false);
  });
});

describe('The trial in containers', () => {
  const trial = parse(read('compose.trial.yaml'));
  const { environment, ports } = trial.services.countersign;

  it('is of settings that there are, with the demo on, and is no production', () => {
    const { DATABASE_URL_FILE: _, ...plain } = environment;
    expect(readConfig(plain)).toMatchObject({
      demo: true,
      nodeEnv: 'development',
      dataDir: '/data',
      idvFaceNet: 'mobilefacenet',
    });
    expect(() => readConfig({ ...plain, ...SECRETS, ...literals, NODE_ENV: 'production' })).toThrow(/DEMO must not/);
  });

  it('is published to this machine only, with nothing to prepare', () => {
    const all = Object.values<any>(trial.services).flatMap((service) => service.ports ?? []);
    expect(all).toEqual(ports);
    for (const port of all) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
    expect(ports).toContain('127.0.0.1:8008:8008');
    expect(trial.secrets).toBeUndefined();
    expect(read('compose.trial.yaml')).not.toMatch(/\$\{/);
  });
});
