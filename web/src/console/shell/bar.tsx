import { enterprise } from '../me.js';
import { places } from '../pages.js';
import { place } from '../place.js';
import { route } from '../route.js';
import { seeData } from '../side-of-data.js';
import { Icon } from '../ui/icon.js';
import { words } from '../words/words.js';
import { crumb } from './crumb.js';
import { openKeys } from './keys.js';
import { sideOpen } from './side.js';

export function Bar() {
  const { place: at, id } = route.value;
  const name = places.find(({ path }) => path === at)?.name ?? words.noPage.title;
  return (
    <header class="bar">
      <button
        type="button"
        class="button bare icon-only menu-button"
        aria-label={words.placesLabel}
        onClick={() => (sideOpen.value = true)}
      >
        <Icon name="menu" />
      </button>
      <nav class="crumbs" aria-label={words.whereYouAre}>
        {id === undefined ? (
          <span aria-current="page">{name}</span>
        ) : (
          <>
            <a href={`/${at}`}>{name}</a>
            <Icon name="chevron" />
            <span aria-current="page">{crumb.value ?? id}</span>
          </>
        )}
      </nav>
      <div class="end">
        <Sides />
        <GuideLink at={at} />
        <button
          type="button"
          class="button bare icon-only"
          aria-label={words.keys.title}
          title={`${words.keys.title} (?)`}
          onClick={openKeys}
        >
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
}

/** Links to the chapter about the page in the guide. The server writes the guide's address into the HTML document. */
function GuideLink({ at }: { readonly at: string }) {
  const guide = document.getElementById('console')?.dataset['guide'];
  const part = places.find(({ path }) => path === at)?.guide;
  if (guide === undefined || part === undefined) return null;
  return (
    <a
      class="button bare icon-only"
      href={`${guide}#${part}`}
      target="_blank"
      rel="noreferrer"
      aria-label={words.guide}
      title={words.guide}
    >
      <Icon name="book" />
    </a>
  );
}

function Sides() {
  const sides = enterprise.value?.sides ?? [];
  if (sides.length < 2) return null;
  const see = (data: 'live' | 'test') => {
    if (data === place.value.data) return;
    seeData({ data });
  };
  return (
    <div class="mode" role="group" aria-label={words.data}>
      {(['live', 'test'] as const).map((data) => (
        <button key={data} type="button" aria-pressed={place.value.data === data} onClick={() => see(data)}>
          {words[data]}
        </button>
      ))}
    </div>
  );
}
