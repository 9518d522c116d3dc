import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError, signedOut } from '../api.js';
import { tell } from '../live.js';
import { me, readMe } from '../me.js';
import { isOpenTo, places } from '../pages.js';
import { place } from '../place.js';
import { route, signInAddress } from '../route.js';
import { Mark } from '../ui/icon.js';
import { Failure, Skeleton } from '../ui/loading.js';
import { Empty, Title } from '../ui/parts.js';
import { words } from '../words/words.js';
import { Bar } from './bar.js';
import { Keys } from './keys.js';
import { LanguageChoice } from './language-choice.js';
import { Palette } from './palette.js';
import { Side, sideOpen } from './side.js';

const failure = signal<ApiError | undefined>(undefined);

async function begin(): Promise<void> {
  failure.value = undefined;
  try {
    await readMe();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) failure.value = error;
  }
}

/** Asks first who the operator is, because everything else depends on their rights. */
export function Console() {
  useEffect(() => void begin(), []);
  if (!me.value) {
    if (signedOut.value) return <SignIn />;
    return (
      <main class="alone">
        {failure.value ? <Failure error={failure.value} again={() => void begin()} /> : <Skeleton />}
      </main>
    );
  }
  if (me.value.enterprises.length === 0) return <NoRights />;
  return (
    <div class={`shell ${sideOpen.value ? 'opened' : ''} ${place.value.data}`}>
      <a class="unseen skip" href="#main">
        {words.skip}
      </a>
      <Side />
      <button type="button" class="veil" aria-label={words.close} onClick={() => (sideOpen.value = false)} />
      <div class="sheet">
        <Bar />
        <main id="main">
          <div class="width">
            {signedOut.value && <Ended />}
            <Page />
          </div>
        </main>
      </div>
      <Palette />
      <Keys />
    </div>
  );
}

function Page() {
  const { place: at, id } = route.value;
  const found = places.find(({ path }) => path === at);
  if (!found) {
    return (
      <>
        <Title text={<span class="unseen">{words.noPage.title}</span>} of={words.noPage.title} />
        <Empty icon="search" title={words.noPage.title} text={words.noPage.text}>
          <a class="button" href="/">
            {words.places.overview}
          </a>
        </Empty>
      </>
    );
  }
  if (!isOpenTo(found)) {
    return (
      <>
        <Title text={found.name} of={found.name} />
        <Empty icon="lock" title={words.errors.forbidden} text={words.errors.askOwner} />
      </>
    );
  }
  const Shown = found.page;
  return <Shown key={`${found.path} ${place.value.data} ${place.value.enterprise ?? ''}`} id={id} />;
}

/** Shown before any sign-in in this tab. */
const SignIn = () => (
  <main class="alone">
    <div class="card">
      <div class="empty">
        <Mark />
        <Title text={words.signIn.title} of={words.signIn.title} />
        <p>{words.signIn.text}</p>
        <a class="button main" href={signInAddress()}>
          {words.signIn.do}
        </a>
        <LanguageChoice />
      </div>
    </div>
  </main>
);

/**
 * Asks for a new sign-in after the session has ended. The page below stays, with everything that was typed. When the
 * operator comes back to this tab, signed in again, everything shown is read again.
 */
function Ended() {
  useEffect(() => {
    const look = () => void begin().then(() => !signedOut.value && tell(undefined));
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return (
    <div class="note warn spaced" role="alert">
      <div>
        <strong>{words.signIn.ended}</strong> {words.signIn.endedText}{' '}
        <a class="link" href={signInAddress()} target="_blank" rel="opener">
          {words.signIn.do}
        </a>
      </div>
    </div>
  );
}

const NoRights = () => (
  <main class="alone">
    <div class="card">
      <Title text={<span class="unseen">{words.noRights.title}</span>} of={words.noRights.title} />
      <Empty icon="lock" title={words.noRights.title} text={words.noRights.text} />
    </div>
  </main>
);
