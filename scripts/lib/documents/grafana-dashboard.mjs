/** Rows of panels: each panel has a title, a unit, and its Prometheus queries by legend. */
const ROWS = {
  'Is it well?': [
    ['Processes that answer', 'short', { '{{instance}}': 'up{job="countersign"}' }],
    ['The database answers', 'short', { database: 'max(countersign_database_up)' }],
    [
      'Requests that fail by our fault',
      'percentunit',
      {
        '{{surface}}':
          'sum(rate(http_request_duration_seconds_count{status=~"5.."}[5m])) by (surface) / sum(rate(http_request_duration_seconds_count[5m])) by (surface)',
      },
    ],
    [
      'Work that waits for somebody',
      'short',
      {
        'events parked': 'max(countersign_outbox_events{state="parked"})',
        '{{kind}} parked': 'max(countersign_jobs{state="parked"}) by (kind)',
        '{{work}} set aside': 'max(countersign_set_aside_rows) by (work)',
      },
    ],
  ],
  Requests: [
    [
      'Requests a second',
      'reqps',
      { '{{surface}}': 'sum(rate(http_request_duration_seconds_count[5m])) by (surface)' },
    ],
    [
      'Time of 99 in 100 requests',
      's',
      {
        '{{surface}}':
          'histogram_quantile(0.99, sum(rate(http_request_duration_seconds_bucket{surface!="ops",route!~".*/session/(state|pictures/.*|frames/.*|selfie)"}[5m])) by (le, surface))',
      },
    ],
    [
      'Told to slow down, a second',
      'reqps',
      { '{{surface}}': 'sum(rate(countersign_rate_limited_total[5m])) by (surface)' },
    ],
    [
      'Tokens a second',
      'reqps',
      { '{{grant}}, {{outcome}}': 'sum(rate(countersign_token_requests_total[5m])) by (grant, outcome)' },
    ],
  ],
  'Work behind the requests': [
    [
      'How late it is',
      's',
      {
        events: 'max(countersign_outbox_overdue_seconds)',
        'audit log': 'max(countersign_audit_lag_seconds)',
        '{{kind}}': 'max(countersign_jobs_overdue_seconds) by (kind)',
      },
    ],
    [
      'Webhooks a minute',
      'short',
      { '{{outcome}}': '60 * sum(rate(countersign_webhook_deliveries_total[5m])) by (outcome)' },
    ],
    [
      'Audit entries that wait for a SIEM',
      'short',
      { '{{target}}': 'max(countersign_audit_stream_waiting) by (target)' },
    ],
    ['Open alarms', 'short', { '{{kind}}': 'max(countersign_alarms) by (kind)' }],
    ['Webhook endpoints that fail', 'short', { '{{state}}': 'max(countersign_webhook_endpoints) by (state)' }],
    [
      'Calls to others, a second',
      'reqps',
      { '{{purpose}}, {{outcome}}': 'sum(rate(countersign_outbound_calls_total[5m])) by (purpose, outcome)' },
    ],
  ],
  'Identity verification': [
    [
      'Pictures a minute',
      'short',
      { '{{outcome}}': '60 * sum(rate(countersign_idv_pictures_total[5m])) by (outcome)' },
    ],
    ['Pictures that wait', 'short', { waiting: 'sum(countersign_idv_pictures_waiting)' }],
    ['In review', 'short', { '{{state}}': 'max(countersign_idv_reviews) by (state)' }],
  ],
  Machines: [
    ['Connections to the database', 'short', { '{{instance}}, {{state}}': 'countersign_database_connections' }],
    ['Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes{job="countersign"}' }],
    ['Processor', 'percentunit', { '{{instance}}': 'rate(process_cpu_seconds_total{job="countersign"}[5m])' }],
    ['Event loop, 99 in 100', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="countersign"}' }],
    [
      'Logins that queue',
      'percentunit',
      { '{{instance}}': 'rate(countersign_password_hashing_full_seconds_total[5m])' },
    ],
    ['Open sockets', 'short', { '{{instance}}': 'countersign_sockets' }],
    ['The database has grown to', 'bytes', { database: 'max(countersign_database_bytes)' }],
  ],
};

const COLUMNS = 24;
const HEIGHT = 7;
const SOURCE = { type: 'prometheus', uid: '${source}' };

export const grafanaDashboard = {
  path: 'deploy/grafana/countersign.json',
  text: () => JSON.stringify(dashboard()),
};

function dashboard() {
  let y = 0;
  const panels = Object.entries(ROWS).flatMap(([title, row]) => {
    const head = { type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: COLUMNS, h: 1 }, panels: [] };
    const width = COLUMNS / Math.min(row.length, 4);
    const placed = row.map((one, index) => {
      const gridPos = { x: (index % 4) * width, y: y + 1 + Math.floor(index / 4) * HEIGHT, w: width, h: HEIGHT };
      return panel(one, gridPos);
    });
    y += 1 + Math.ceil(row.length / 4) * HEIGHT;
    return [head, ...placed];
  });
  return {
    title: 'Countersign',
    uid: 'countersign',
    tags: ['countersign'],
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
    annotations: { list: [] },
    panels: panels.map((one, index) => ({ id: index + 1, ...one })),
  };
}

function panel([title, unit, questions], gridPos) {
  return {
    type: 'timeseries',
    title,
    datasource: SOURCE,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(questions).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: SOURCE,
      expr,
      legendFormat,
    })),
  };
}
