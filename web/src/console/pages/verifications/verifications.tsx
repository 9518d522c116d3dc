import { useEffect, useState } from 'preact/hooks';
import { get } from '../../api.js';
import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { go, pathTo, route, setQuery } from '../../route.js';
import { Export } from '../../ui/export.js';
import { Chip, Search, tabAt, Tabs, startOf } from '../../ui/filters.js';
import { lasting, spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { List, pathWith } from '../../ui/list.js';
import { Dash, Empty, Head, Note, Person, Status, Time } from '../../ui/parts.js';
import { Views } from '../../ui/views.js';
import { words } from '../../words/words.js';
import { Headline } from './headline.js';
import { type IdvSession, REASONS, type Review } from './types.js';
import { SessionPage } from './session-page.js';

const texts = words.verifications;
const STATUSES = [
  'VERIFIED',
  'REVIEW',
  'IN_PROGRESS',
  'DOCUMENT_REJECTED',
  'DOCUMENT_MISMATCH',
  'SELFIE_FAILED',
  'KYC_FAILED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
];
const DOCUMENTS = ['passport', 'identity_card', 'residence_permit', 'driving_licence'];
const allReasons = Object.values(REASONS)
  .flat()
  .map((code) => [code, spoken(code)] as const);

export default function Verifications({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <SessionList /> : <SessionPage id={id} />;
}

interface Attention {
  readonly attention: readonly { readonly kind: string; readonly count: number }[];
}

function SessionList() {
  const tab = tabAt('all');
  const attention = useResource<Attention>(may('figures:read') ? '/v1/attention' : undefined);
  const waiting = attention.value?.attention.find(({ kind }) => kind === 'idv.reviews')?.count;
  return (
    <>
      <Head title={words.places.verifications} text={texts.about}>
        {tab !== 'review' && <Export path={sessionsPath(tab === 'open')} name="verifications" />}
        {may('idv:review') && (
          <a class="button main" href="/verifications?tab=review&next=1">
            <Icon name="eyes" />
            {texts.takeNext}
          </a>
        )}
      </Head>
      <Tabs
        label={words.places.verifications}
        names={[
          ['all', texts.tabs.all],
          ...(may('idv:review') ? [['review', texts.tabs.review, waiting] as const] : []),
          ['open', texts.tabs.open],
        ]}
      />
      {tab === 'all' && <Headline />}
      {tab === 'review' ? <Reviews /> : <Sessions isOpen={tab === 'open'} />}
    </>
  );
}

function sessionsPath(isOpen: boolean): string {
  const { query } = route.value;
  return pathWith('/v1/idvSessions', {
    status: isOpen ? 'IN_PROGRESS' : query.get('status'),
    userId: query.get('q'),
    reason: query.get('reason'),
    documentType: query.get('type'),
    documentCountry: query.get('country'),
    openedFrom: startOf(query.get('opened')),
  });
}

function Sessions({ isOpen }: { readonly isOpen: boolean }) {
  const { query } = route.value;
  const isFiltered = [...query.keys()].some((name) => name !== 'tab');
  return (
    <>
      <Views keeps={['tab', 'status', 'reason', 'type', 'country', 'opened']} />
      <div class="filters">
        <Search placeholder={texts.search} />
        {!isOpen && <Chip name="status" label={texts.result} options={STATUSES.map((one) => [one, spoken(one)])} />}
        <Chip name="reason" label={texts.reason} options={allReasons} />
        <Chip name="type" label={texts.document} options={DOCUMENTS.map((one) => [one, spoken(one)])} />
        <Chip name="opened" label={texts.opened} options={words.spans} />
      </div>
      <List<IdvSession>
        label={words.places.verifications}
        path={sessionsPath(isOpen)}
        plural="idvSessions"
        watch="idvSession"
        keyOf={({ sessionId }) => sessionId}
        to={({ sessionId }) => pathTo('verifications', sessionId)}
        none={
          <Empty
            icon="card"
            title={isFiltered ? words.nothing : texts.none}
            text={isFiltered ? words.nothingText : texts.noneText}
          />
        }
        columns={[
          { name: texts.person, show: ({ userId }) => <Person name={userId} /> },
          { name: texts.result, show: ({ status }) => <Status of={status} /> },
          { name: texts.reasons, class: 'off', show: reasonsOf },
          { name: texts.document, class: 'off', show: documentOf },
          { name: texts.checks, class: 'off', show: (session) => <Dots session={session} /> },
          { name: texts.took, class: 'off end num', show: tookOf },
          { name: texts.opened, class: 'off', show: ({ openedAt }) => <Time at={openedAt} /> },
        ]}
      />
    </>
  );
}

const reasonsOf = ({ doubts, reasons }: IdvSession) => (
  <span class="dim">{[...new Set([...doubts, ...reasons.map(({ code }) => code)])].map(spoken).join(', ') || '–'}</span>
);
const documentOf = ({ documentType, documentCountry }: Pick<IdvSession, 'documentType' | 'documentCountry'>) =>
  documentType === null ? (
    <Dash />
  ) : (
    <>
      {spoken(documentType)} <span class="dim">{documentCountry}</span>
    </>
  );

function tookOf({ startedAt, finishedAt, lastStep }: IdvSession) {
  if (startedAt !== null && finishedAt !== null)
    return lasting((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
  return lastStep === null || lastStep === 'done' ? (
    <Dash />
  ) : (
    <span class="dim">{texts.at(texts.steps[lastStep] ?? lastStep)}</span>
  );
}

const DOTS: Readonly<Record<string, string>> = { passed: '', doubt: 'low', failed: 'bad' };
const Dots = ({ session: { checks } }: { readonly session: IdvSession }) => {
  const all = (['document', 'selfie', 'kyc'] as const).map((name) => [name, checks[name]] as const);
  const said = all.map(([name, state]) => `${texts.checkNames[name]}: ${texts.checkStates[state]}`).join(', ');
  return (
    <span class="dots" role="img" aria-label={said} title={said}>
      {all.map(([name, state]) => (
        <i key={name} class={DOTS[state] ?? 'none'} />
      ))}
    </span>
  );
};

/** The verifications that wait for a review. `next=1` opens the first that nobody has claimed. */
function Reviews() {
  const takes = route.value.query.get('next') !== null;
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    if (!takes) return undefined;
    const abort = new AbortController();
    get<{ idvReviews: readonly Review[] }>('/v1/idvReviews?claimed=none&limit=1', abort.signal).then(
      ({ idvReviews: [first] }) => {
        if (first) go(pathTo('verifications', first.reviewId));
        else {
          setEmpty(true);
          setQuery({ next: undefined });
        }
      },
      () => !abort.signal.aborted && setQuery({ next: undefined }),
    );
    return () => abort.abort();
  }, [takes]);
  return (
    <>
      {isEmpty && (
        <div class="spaced" role="status">
          <Note tone="good" icon="check">
            {texts.nothingWaits}
          </Note>
        </div>
      )}
      <div class="filters">
        <Chip name="overdue" label={texts.overdue} options={[['only', words.yes]]} />
        <Chip name="claimed" label={texts.taken} options={texts.claims} />
      </div>
      <List<Review>
        label={texts.tabs.review}
        path={pathWith('/v1/idvReviews', {
          overdue: route.value.query.get('overdue'),
          claimed: route.value.query.get('claimed'),
        })}
        plural="idvReviews"
        watch="idvSession"
        keyOf={({ reviewId }) => reviewId}
        to={({ reviewId }) => pathTo('verifications', reviewId)}
        none={<Empty icon="check" title={texts.nothingWaits} text={texts.nothingWaitsText} />}
        columns={[
          { name: texts.person, show: ({ userId }) => <Person name={userId} /> },
          { name: texts.doubts, show: ({ doubts }) => <span class="dim">{doubts.map(spoken).join(', ')}</span> },
          { name: texts.document, class: 'off', show: documentOf },
          {
            name: texts.taken,
            class: 'off',
            show: ({ claim }) => (claim ? <Status of="claimed" text={texts.claimed} /> : <Dash />),
          },
          {
            name: texts.waits,
            show: ({ since: at, overdue }) => (
              <span class="near">
                <Time at={at} />
                {overdue && <Status of="overdue" tone="bad" text={texts.overdue} />}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
