import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { settingGroups } from '../../../dist/src/config.js';
import { fromRoot } from '../root.mjs';

const KUBERNETES = 'deploy/kubernetes';
const CHART = 'deploy/helm';
const HEAD = '{{- /* Written from deploy/kubernetes by `npm run docs`. */ -}}\n';

const NAME = '{{ include "countersign.name" . }}';
const COMPONENTS = ['surfaces', 'worker', 'migrate'];

/** Generates the chart's templates from the Kustomize manifests, so that the pods are described in one place only. */
const templates = [
  template('service-account', ['service-account.yaml']),
  template('surfaces', ['surfaces.yaml']),
  template('worker', ['worker.yaml']),
  template('migrate', ['migrate.yaml']),
  template('disruption-budgets', ['disruption-budgets.yaml'], 'disruptionBudgets.enabled'),
  template('network-policies', ['network-policies.yaml'], 'networkPolicies.enabled'),
];

const alarms = {
  path: `${CHART}/templates/alarms.yaml`,
  isFormatted: true,
  text: () => {
    const rules = readFileSync(fromRoot('deploy/prometheus/alerts.yaml'), 'utf8').replace(/^#.*\n/gm, '');
    const addressed = literal(rules).replaceAll('https://api.example.com', '{{ .Values.settings.MANAGEMENT_URL }}');
    const spec = addressed.replace(/^(?=.)/gm, '  ');
    const kind = `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata:\n  name: ${NAME}\n${labels(2)}spec:\n${spec}`;
    return `${HEAD}${when('metrics.alarms', kind)}`;
  },
};

const valuesSchema = {
  path: `${CHART}/values.schema.json`,
  text: () => {
    const schema = parse(readFileSync(fromRoot(`${CHART}/values.rules.yaml`), 'utf8'));
    const settings = Object.values(settingGroups).flatMap((group) => Object.values(group));
    schema.properties.settings.properties = Object.fromEntries(
      settings.flatMap(({ name, secret, summary }) =>
        secret
          ? [[`${name}_FILE`, { type: 'string', description: `Path of a file. ${summary}` }]]
          : [[name, { type: 'string', description: summary }]],
      ),
    );
    return JSON.stringify(schema);
  },
};

const chart = {
  path: `${CHART}/Chart.yaml`,
  text: (current) => {
    const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
    return stringify({ ...parse(current), version, appVersion: version });
  },
};

export const helmChart = [...templates, alarms, valuesSchema, chart];

function template(name, files, condition) {
  return {
    path: `${CHART}/templates/${name}.yaml`,
    isFormatted: true,
    text: () => {
      const documents = files
        .flatMap((file) => parseAllDocuments(readFileSync(fromRoot(`${KUBERNETES}/${file}`), 'utf8')))
        .map((document) => filled(stringify(adapted(document.toJS()), { lineWidth: 0 })));
      const text = documents.join('---\n');
      return `${HEAD}${condition ? when(condition, text) : text}`;
    },
  };
}

const when = (condition, text) => `{{- if .Values.${condition} }}\n${text}{{- end }}\n`;
const labels = (depth) =>
  `${' '.repeat(depth)}labels:\n${' '.repeat(depth + 2)}{{- include "countersign.labels" . | nindent ${depth + 2} }}\n`;

/** Escapes the braces of Prometheus templates, which Helm would evaluate. */
const literal = (text) => text.replace(/\{\{ \$labels[^}]*\}\}/g, (braces) => `{{ "${braces}" }}`);

/** The manifest with `@marks@` in place of the values that an installation sets. */
function adapted(manifest) {
  const { kind, metadata, spec } = manifest;
  metadata.name = metadata.name === 'countersign' ? '@name@' : `@name@-${metadata.name}`;
  metadata.labels = { '@labels@': '', ...metadata.labels };
  if (kind === 'ServiceAccount') metadata['@serviceAccountAnnotations@'] = '';
  if (kind === 'Deployment') adaptDeployment(spec, metadata.labels['app.kubernetes.io/component']);
  if (kind === 'Job') adaptJob(metadata, spec);
  if (kind === 'Service') spec.selector['app.kubernetes.io/instance'] = '@instance@';
  if (kind === 'PodDisruptionBudget') spec.selector.matchLabels['app.kubernetes.io/instance'] = '@instance@';
  if (kind === 'NetworkPolicy') adaptPolicy(spec);
  return manifest;
}

function adaptDeployment(spec, component) {
  spec['@replicas@'] = component;
  delete spec.replicas;
  spec.selector.matchLabels['app.kubernetes.io/instance'] = '@instance@';
  for (const one of spec.template.spec.topologySpreadConstraints) {
    one.labelSelector.matchLabels['app.kubernetes.io/instance'] = '@instance@';
  }
  spec.template.metadata = {
    annotations: { '@checksums@': '', '@podAnnotations@': '' },
    labels: { ...spec.template.metadata.labels, 'app.kubernetes.io/instance': '@instance@' },
  };
  spec.template.spec.serviceAccountName = '@serviceAccount@';
  adaptPod(spec.template.spec, component);
  const [container] = spec.template.spec.containers;
  container.envFrom = [{ configMapRef: { name: '@name@' } }];
  container.volumeMounts.push('@configurationMount@');
  spec.template.spec.volumes.push('@configuration@');
  spec.template.spec['@placement@'] = component;
}

/**
 * Makes the migration a Helm hook that runs before everything else of a version. It must not depend on objects of the
 * release that do not exist yet, so its settings are part of the hook.
 */
function adaptJob(metadata, spec) {
  metadata.annotations = {
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
  };
  delete spec.ttlSecondsAfterFinished;
  spec.template.metadata.labels['app.kubernetes.io/instance'] = '@instance@';
  delete spec.template.spec.serviceAccountName;
  adaptPod(spec.template.spec, 'migrate');
  const [container] = spec.template.spec.containers;
  delete container.envFrom;
  container.env = [...container.env, '@settings@'];
}

function adaptPod(pod, component) {
  if (!COMPONENTS.includes(component)) throw new Error(`The chart knows no values for ${component}`);
  const [container] = pod.containers;
  container.image = '@image@';
  container.imagePullPolicy = '@pullPolicy@';
  container['@resources@'] = component;
  delete container.resources;
  pod['@pullSecrets@'] = '';
  for (const { secret } of pod.volumes) if (secret) secret.secretName = '@secret@';
}

function adaptPolicy(spec) {
  spec.podSelector.matchLabels ??= { 'app.kubernetes.io/name': 'countersign' };
  spec.podSelector.matchLabels['app.kubernetes.io/instance'] = '@instance@';
  for (const { from = [], to = [] } of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
    for (const { namespaceSelector } of [...from, ...to]) {
      const labels = namespaceSelector.matchLabels;
      const [[key, name]] = Object.entries(labels);
      labels[key] = `@namespace-${name}@`;
    }
  }
  if (spec.egress) spec['@moreEgress@'] = '';
}

const NAMESPACES = { 'ingress-nginx': 'ingress', monitoring: 'monitoring', 'kube-system': 'dns' };

/** The names of marks (such as `@labels@`) that fill a whole line, and the template text that replaces each. */
const BLOCKS = {
  labels: ({ depth }) => `{{- include "countersign.labels" . | nindent ${depth} }}`,
  serviceAccountAnnotations: ({ depth }) => block('.Values.serviceAccount.annotations', 'annotations', depth),
  replicas: ({ value }) =>
    `{{- if not .Values.${value}.autoscaling.enabled }}\nreplicas: {{ .Values.${value}.replicas }}\n{{- end }}`,
  checksums: () => 'checksum/settings: {{ include "countersign.checksum" . }}',
  podAnnotations: ({ depth }) => `{{- with .Values.podAnnotations }}\n{{- toYaml . | nindent ${depth} }}\n{{- end }}`,
  resources: ({ value, depth }) => `resources:\n  {{- toYaml .Values.${value}.resources | nindent ${depth + 2} }}`,
  pullSecrets: ({ depth }) => block('.Values.image.pullSecrets', 'imagePullSecrets', depth),
  placement: ({ value, depth }) =>
    ['nodeSelector', 'tolerations', 'affinity']
      .map((name) => block(`.Values.${value}.${name}`, name, depth))
      .join('\n'),
  moreEgress: ({ depth }) =>
    `{{- with .Values.networkPolicies.egress }}\n{{- toYaml . | nindent ${depth + 2} }}\n{{- end }}`,
};

const block = (value, name, depth) =>
  `{{- with ${value} }}\n${name}:\n  {{- toYaml . | nindent ${depth + 2} }}\n{{- end }}`;

const VALUES = {
  name: NAME,
  instance: '{{ .Release.Name }}',
  serviceAccount: NAME,
  image: '{{ include "countersign.image" . }}',
  pullPolicy: '{{ .Values.image.pullPolicy }}',
  secret: '{{ required "Name the secret: secretName" .Values.secretName }}',
};

/** Replaces the marks, such as `@name@`, with text of the Helm template. */
function filled(text) {
  const withBlocks = text.replace(/^( *)"@(\w+)@": ?(.*)\n/gm, (_line, indent, mark, value) => {
    const written = BLOCKS[mark]({ value: value.replaceAll('"', ''), depth: indent.length });
    return written === '' ? '' : `${indented(written, indent)}\n`;
  });
  return withBlocks
    .replace(
      /^( *)- "@(\w+)@"\n/gm,
      (_line, indent, mark) => `${indent}{{- include "countersign.${mark}" . | nindent ${indent.length} }}\n`,
    )
    .replace(
      /"?@namespace-([\w-]+)@"?/g,
      (_mark, name) => `{{ .Values.networkPolicies.namespaces.${NAMESPACES[name]} }}`,
    )
    .replace(/"?@(\w+)@(-[\w-]+)?"?/g, (_mark, name, rest = '') => `${VALUES[name]}${rest}`);
}

const indented = (text, indent) =>
  text
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n');
