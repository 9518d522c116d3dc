import MiniSearch from 'minisearch';
import { finderOf, type SearchFile } from '../../web/src/guide/finding.js';

interface Source {
  readonly menu: readonly { readonly title: string; readonly pages: readonly string[] }[];
  readonly words: object;
  readonly pages: ReadonlyMap<string, string>;
}
/** JavaScript, since the build runs it. */
const load = async <T>(file: string): Promise<T> => (await import(`../../scripts/lib/guide/${file}`)) as T;
const { guideSource, titleOfPage } = await load<{
  guideSource: () => Source;
  titleOfPage: (text: string, path: string) => string;
}>('source.mjs');
const { searchIndex } = await load<{
  searchIndex: (
    guide: Omit<Source, 'menu'> & { sectionOf: (path: string) => string; titleOf: (path: string) => string },
  ) => string;
}>('search.mjs');

const { menu, words, pages } = guideSource();
const titleOf = (path: string) => titleOfPage(pages.get(path) ?? '', path);
const sectionOf = (path: string) => menu.find((section) => section.pages.includes(path))?.title ?? '';
const index = searchIndex({ words, pages, titleOf, sectionOf });
const find = finderOf(MiniSearch, JSON.parse(index) as SearchFile);
const pagesFound = (query: string) => find(query).map(({ address }) => address.replace('/docs/guide/', ''));

describe('The search of the guide', () => {
  it.each([
    ['verify webhook python', 'integrators/receive-a-webhook'],
    ['activation code expired', 'integrators/users#activation-codes'],
    ['change email of a user', 'integrators/users#change-a-users-email-or-phone'],
    ['forgot password', 'integrators/sign-in/recovery'],
    ['java', 'integrators/receive-a-webhook'],
    ['curl', 'integrators/tokens'],
    ['refresh token', 'integrators/sign-in/requests-and-tokens#refresh-tokens'],
    ['rate limit', 'integrators#rate-limits'],
    ['kubernets', 'operators/kubernetes'],
    ['test mode', 'integrators/identity-verification#test-mode'],
    ['redirect uri', 'integrators/sign-in/errors'],
    ['idempotency key', 'integrators#repeating-safely-the-idempotency-key'],
    ['backup', 'operators/backup-and-restore'],
    ['verify evidence', 'integrators/verify-evidence'],
    ['webhook signature', 'integrators/receive-a-webhook'],
    ['migrate from keycloak', 'recipes/from-another-identity-provider'],
    ['docker', 'operators/container'],
    ['2fa', 'integrators/sign-in/second-factor'],
    ['delete user', 'recipes/access-and-erasure'],
    ['mobile app', 'integrators/sign-in/mobile-app'],
  ])('answers "%s" among the first three by %s', (query, page) => {
    const found = pagesFound(query).slice(0, 3);
    expect([found, found.some((address) => address.startsWith(page))]).toEqual([found, true]);
  });

  it.each(['refresh token', 'rate limit', 'rotate keys'])(
    'shows no decision before a page of the guide: "%s"',
    (query) => expect(pagesFound(query)[0]).not.toMatch(/^decisions/),
  );

  it('finds an error by its code', () =>
    expect(find('users/status-refused').map(({ address }) => address)).toContain(
      '/docs/problems/users/status-refused',
    ));

  it('shows at most two parts of one page', () => {
    const found = pagesFound('webhook').map((address) => address.replace(/#.*/, ''));
    for (const page of found) expect(found.filter((one) => one === page).length).toBeLessThanOrEqual(2);
  });

  it('is not ended by words that nobody wrote', () => {
    expect(find('')).toEqual([]);
    expect(find('the of')).toBeInstanceOf(Array);
    expect(find('constructor __proto__')).toBeInstanceOf(Array);
  });
});
