interface Source {
  readonly menu: readonly { readonly title: string; readonly pages: readonly string[] }[];
  readonly pages: ReadonlyMap<string, string>;
}
interface Api {
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  readonly codes: readonly string[];
  readonly others: readonly string[];
}
type Check = (source: Source, api?: Api) => string[];

/** JavaScript, since the build runs it. */
const load = async <T>(file: string): Promise<T> => (await import(`../../scripts/lib/guide/${file}`)) as T;
const { guideSource } = await load<{ guideSource: () => Source }>('source.mjs');
const { guideFaults } = await load<{ guideFaults: Check }>('checks/index.mjs');

const menu = [{ title: 'Start', pages: ['README.md'] }];
const withPages = (pages: Readonly<Record<string, string>>, more: Partial<Source> = {}): Source => ({
  menu,
  pages: new Map(Object.entries({ 'README.md': '# Start\n', ...pages })),
  ...more,
});

const api: Api = {
  operations: [
    { method: 'GET', path: '/v1/users' },
    { method: 'GET', path: '/v1/users/{userId}' },
  ],
  codes: ['users/not-found'],
  others: ['users/import'],
};

describe('The guide', () => {
  it('has no fault', () => expect(guideFaults(guideSource())).toEqual([]));
});

describe('The check of the guide', () => {
  it('finds nothing in a page that is right', () => expect(guideFaults(withPages({}))).toEqual([]));

  it('finds a page in no section', () =>
    expect(guideFaults(withPages({ 'lost.md': '# Lost\n' }))).toEqual(['lost.md: in no section of menu.json']));

  it.each([
    [['README.md', 'gone.md'], 'menu.json: there is no page gone.md'],
    [['README.md', 'README.md'], 'menu.json: README.md stands there twice'],
  ])('finds a menu of %j', (pages, fault) =>
    expect(guideFaults(withPages({}, { menu: [{ title: 'Start', pages }] }))).toEqual([fault]),
  );

  it('finds an empty section', () =>
    expect(guideFaults(withPages({}, { menu: [...menu, { title: 'Recipes', pages: [] }] }))).toEqual([
      'menu.json: "Recipes" is empty',
    ]));

  it.each([
    ['# Start\n\n### Too deep\n', 'README.md: a heading passes over a level'],
    ['Text\n', 'README.md: it has not one title, but some or none'],
    ['# Start\n\n![](a.png)\n', 'README.md: a picture without words: ![](a.png)'],
    ['# Start\n\n<img src="a.png">\n', 'README.md: a picture without words: <img src="a.png">'],
    ['# Start\n\nFor <name>.\n', 'README.md: <name> is HTML. Write \\<name> if readers shall see it'],
    ['# Start\n\nThe color is changed.\n', 'README.md: "color" is spelled colour…'],
    ['# Start\n\nOrganizations\n', 'README.md: "Organizations" is spelled organis…'],
    ['# Start\n\nCall `GET /v1/persons`.\n', 'README.md: the API has no `GET /v1/persons`'],
    ['# Start\n\nCall `DELETE /v1/users`.\n', 'README.md: the API has no `DELETE /v1/users`'],
    ['# Start\n\nBelow `/v1/persons`.\n', 'README.md: the API has no `/v1/persons`'],
    ['# Start\n\nIt answers `users/tired`.\n', 'README.md: the API has no `users/tired`'],
  ])('finds a fault in %j', (text, fault) =>
    expect(guideFaults(withPages({ 'README.md': text }), api)).toEqual([fault]),
  );

  it.each([
    '# Start\n\n```sh\n### color\n```\n\n## Next\n',
    '# Start\n\nThe setting `color`, the catalogue, the laboratory, [a link](color.md), who enrolled.\n',
    '# Start\n\n![A drawing](a.png)\n',
    '# Start\n\nFor \\<name>, `<name>`, <https://example.test> and H<sub>2</sub>O.\n',
    '# Start\n\n`GET /v1/users/{id}?q=…`, `GET /v1/users[/{userId}]`, `/v1/users`, `users/not-found`, `users/import`, `src/users`\n',
  ])('finds nothing in %j', (text) => expect(guideFaults(withPages({ 'README.md': text }), api)).toEqual([]));
});
