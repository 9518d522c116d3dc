import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { enterprise, me, may } from '../me.js';
import { isOpenTo, type Place, places } from '../pages.js';
import { useResource } from '../resource.js';
import { go, route } from '../route.js';
import { seeData } from '../side-of-data.js';
import { initials, spoken } from '../ui/format.js';
import { Icon, Mark } from '../ui/icon.js';
import { say } from '../ui/toast.js';
import { words } from '../words/words.js';
import { LanguageChoice } from './language-choice.js';
import { openPalette } from './palette.js';
import { searchKeys } from './search-keys.js';
import { isDark, theme } from './theme.js';

export const sideOpen = signal(false);

const GROUPS = ['none', 'people', 'programs', 'oversight'] as const;

interface Attention {
  readonly attention: readonly { readonly kind: string; readonly count: number }[];
}
/** For each menu item: which kind of open work the number beside it counts, and its colour. */
const COUNTED: Readonly<Record<string, readonly [kind: string, tone: string]>> = {
  verifications: ['idv.reviews', ''],
  webhooks: ['webhooks.failing', 'bad'],
  'four-eyes': ['four-eyes.waiting', ''],
};

export function Side() {
  const attention = useResource<Attention>(may('figures:read') ? '/v1/attention' : undefined, {
    kind: 'fourEyes',
  });
  const countOf = (kind: string | undefined) => attention.value?.attention.find((one) => one.kind === kind)?.count ?? 0;
  return (
    <nav class="side" aria-label={words.placesLabel}>
      <Tenant />
      <button type="button" class="find" onClick={openPalette}>
        <Icon name="search" />
        {words.search.do}
        <kbd>{searchKeys()}</kbd>
      </button>
      <div class="places">
        {GROUPS.map((group) => {
          const shown = places.filter((one) => one.group === group && isOpenTo(one));
          if (shown.length === 0) return null;
          return (
            <div key={group} class="places">
              {group !== 'none' && <h2>{words.groups[group]}</h2>}
              {shown.map((one) => (
                <Link
                  key={one.path}
                  place={one}
                  count={countOf(COUNTED[one.path]?.[0])}
                  tone={COUNTED[one.path]?.[1] ?? ''}
                />
              ))}
            </div>
          );
        })}
      </div>
      <LanguageChoice />
      <Myself />
    </nav>
  );
}

interface LinkProps {
  readonly place: Place;
  readonly count: number;
  readonly tone: string;
}
const Link = ({ place: { path, name, icon }, count, tone }: LinkProps) => (
  <a
    href={`/${path}`}
    aria-current={route.value.place === path ? 'page' : undefined}
    onClick={() => (sideOpen.value = false)}
  >
    <Icon name={icon} />
    {name}
    {count > 0 && <span class={`count ${tone}`}>{count}</span>}
  </a>
);

/** The enterprise whose data is shown. An operator of only one enterprise has nothing to choose. */
function Tenant() {
  const details = useRef<HTMLDetailsElement>(null);
  const all = me.value?.enterprises ?? [];
  const name = (
    <>
      <Mark />
      <span>
        <strong>{enterprise.value?.name ?? ''}</strong>
        <small>{words.product}</small>
      </span>
    </>
  );
  if (all.length < 2) return <div class="tenant">{name}</div>;
  const see = (enterpriseId: string) => {
    details.current?.removeAttribute('open');
    go('/');
    seeData({ enterprise: enterpriseId });
  };
  return (
    <details class="tenant-menu" ref={details}>
      <summary class="tenant">
        {name}
        <Icon name="down" />
      </summary>
      <div class="pop">
        {all.map((one) => (
          <button
            key={one.enterpriseId}
            type="button"
            aria-pressed={one === enterprise.value}
            onClick={() => see(one.enterpriseId)}
          >
            {one.name}
          </button>
        ))}
      </div>
    </details>
  );
}

function Myself() {
  const { name = '', roles = [] } = me.value ?? {};
  const leave = async () => {
    const headers = { 'Content-Type': 'application/json' };
    const status = await fetch('/api/sign-out', { method: 'POST', headers, body: '{}' }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 0) say(words.errors.unreachable);
    else if (status < 400 || status === 401) location.assign('/');
    else say(words.errors.other(status));
  };
  return (
    <div class="me">
      <span class="face" aria-hidden="true">
        {initials(name)}
      </span>
      <a href="/settings" onClick={() => (sideOpen.value = false)}>
        <strong>{name}</strong>
        <small>{roles.map(spoken).join(', ')}</small>
      </a>
      <span class="tools">
        <button
          type="button"
          class="button bare icon-only"
          aria-label={isDark() ? words.light : words.dark}
          title={isDark() ? words.light : words.dark}
          onClick={() => (theme.value = isDark() ? 'light' : 'dark')}
        >
          <Icon name={isDark() ? 'sun' : 'moon'} />
        </button>
        <button
          type="button"
          class="button bare icon-only"
          aria-label={words.signOut}
          title={words.signOut}
          onClick={() => void leave()}
        >
          <Icon name="leave" />
        </button>
      </span>
    </div>
  );
}
