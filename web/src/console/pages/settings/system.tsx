import { useResource } from '../../resource.js';
import { dayOf } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Table } from '../../ui/list.js';
import { BothSides } from '../../ui/both-sides.js';
import { Shown } from '../../ui/loading.js';
import { Card, Copy, Dash, Facts, Note, Status, Tag, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { ChipTrust } from './chip-trust.js';
import { ParkedWork } from './parked-work.js';
import type { SystemReport } from './types.js';

const texts = words.settings.system;
const DAY = 86_400_000;
/** A certificate that expires within so many days needs attention. */
const SOON_DAYS = 30;

/** The state of the service itself, for operators of all enterprises. */
export const System = () => (
  <BothSides icon="settings" text={texts.shared}>
    <Report />
  </BothSides>
);

function Report() {
  const system = useResource<SystemReport>('/v1/system');
  return (
    <div class="stack">
      <Shown of={system} rows={8}>
        {(value) => (
          <div class="stack">
            <div class="grid two">
              <Surfaces of={value} />
              <ParkedWork />
              <Certificates of={value} />
              <Release of={value} />
            </div>
            <ChipTrust of={value.chipTrust} />
            <Settings of={value} />
          </div>
        )}
      </Shown>
    </div>
  );
}

interface PartProps {
  readonly of: SystemReport;
}

const Surfaces = ({ of: { surfaces } }: PartProps) => (
  <Card title={texts.surfaces} note={texts.surfacesNote} flush>
    <ul class="things">
      {surfaces.map(({ name, title, url, open }) => (
        <li key={name}>
          <Icon name="globe" />
          <span class="grow">
            <strong>{texts.surfaceNames[name] ?? title}</strong>
            <small class="mono wraps">{url}</small>
          </span>
          {open ? <Status of="open" tone="good" text={texts.open} /> : <Tag>{texts.elsewhere}</Tag>}
        </li>
      ))}
    </ul>
  </Card>
);

function Certificates({ of: { certificates, mode, surfaces } }: PartProps) {
  const makesOwn = mode === 'development' && surfaces.some(({ url }) => url.startsWith('https:'));
  const ending = certificates.filter(({ notAfterTs }) => notAfterTs < Date.now() + SOON_DAYS * DAY);
  return (
    <Card title={texts.certificates}>
      <div class="stack">
        {ending.map(({ use, subject, notAfterTs }) => (
          <Note key={`${use} ${subject} ${notAfterTs}`} tone="warn" icon="lock">
            <strong>{texts.endsSoon(subject, dayOf(notAfterTs))}</strong> {texts.endsSoonText}
          </Note>
        ))}
        {certificates.length === 0 ? (
          <p class="dim">{makesOwn ? texts.ownCertificate : texts.noCertificates}</p>
        ) : (
          <Facts
            rows={certificates.map(({ use, subject, notAfterTs }) => [
              subject,
              <>
                {texts.uses[use] ?? use}, {texts.until} <Time at={notAfterTs} />
              </>,
            ])}
          />
        )}
      </div>
    </Card>
  );
}

const GIGABYTE = 1e9;
const sizeOf = (bytes: number) =>
  bytes < GIGABYTE ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / GIGABYTE).toFixed(1)} GB`;

const Release = ({ of: { version, node, mode, startedTs, database, migrations, processes, worker } }: PartProps) => (
  <Card title={texts.release}>
    <Facts
      rows={[
        [texts.version, <Copy text={version} />],
        [texts.mode, mode],
        [texts.started, <Time at={startedTs} />],
        [texts.processes, texts.processCount(processes.length)],
        [texts.worker, worker ? words.yes : texts.no],
        [
          texts.migrations,
          migrations.pending === 0 ? (
            texts.applied(migrations.applied)
          ) : (
            <Tag tone="warn">{texts.pending(migrations.pending)}</Tag>
          ),
        ],
        [
          'PostgreSQL',
          [database.version, sizeOf(database.bytes), ...(database.embedded ? [texts.embedded] : [])].join(', '),
        ],
        ['Node.js', node],
      ]}
    />
  </Card>
);

type Setting = SystemReport['settings'][number];

const Settings = ({ of: { settings } }: PartProps) => (
  <Card title={texts.settings} note={texts.settingsNote(settings.length)} flush>
    {settings.length === 0 ? (
      <p class="in dim">{texts.noSettings}</p>
    ) : (
      <Table<Setting>
        label={texts.settings}
        rows={settings}
        keyOf={({ name }) => name}
        columns={[
          { name: texts.setting, show: ({ name }) => <span class="mono">{name}</span> },
          {
            name: texts.value,
            show: ({ value, secret }) =>
              secret ? <span class="dim">{texts.secret}</span> : <span class="mono wraps">{value ?? <Dash />}</span>,
          },
          {
            name: texts.default,
            class: 'off',
            show: ({ default: usual }) => (usual === null ? <Dash /> : <span class="mono dim wraps">{usual}</span>),
          },
        ]}
      />
    )}
  </Card>
);
