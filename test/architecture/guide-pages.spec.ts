interface Env {
  readonly path: string;
  readonly pages: ReadonlyMap<string, string>;
  readonly repository?: string;
  readonly headings?: readonly { readonly slug: string; readonly title: string }[];
  readonly values?: readonly string[];
}
type Render = (text: string, env: Env) => string;

/** JavaScript, since the build runs it. */
const load = async <T>(file: string): Promise<T> => (await import(`../../scripts/lib/${file}`)) as T;
const { createMarkdown } = await load<{ createMarkdown: (highlight: (code: string) => string) => Render }>(
  'guide/markdown.mjs',
);
const { createHighlighter } = await load<{ createHighlighter: () => Promise<(code: string, name: string) => string> }>(
  'guide/highlight.mjs',
);
const { regionOf } = await load<{ regionOf: (text: string, region: string, name: string) => string }>(
  'documents/example-listings.mjs',
);

const render = createMarkdown((code) => `<pre><code>${code}</code></pre>`);
const env = (more: Partial<Env> = {}): Env => ({
  path: 'integrators/users.md',
  pages: new Map([
    ['integrators/users.md', ''],
    ['integrators/README.md', ''],
    ['operators/push.md', ''],
  ]),
  ...more,
});
const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;

describe('Code with titles', () => {
  const both = [fence('sh title=curl', 'curl x'), fence('csharp title="C#"', 'Get();')];

  it('becomes tabs where blocks follow each other', () => {
    const html = render(both.join('\n'), env());
    expect(html.match(/<div class="tabs">/g)).toHaveLength(1);
    expect([...html.matchAll(/role="tab".*?>([^<]+)</g)].map(([, title]) => title)).toEqual(['curl', 'C#']);
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1);
    for (const [, id] of html.matchAll(/aria-controls="([^"]+)"/g)) expect(html).toContain(`id="${id}"`);
  });

  it('may be written by a program between comments', () =>
    expect(render(both.map((one) => `<!-- example:a -->\n\n${one}\n<!-- /example -->\n`).join('\n'), env())).toContain(
      'class="tabs"',
    ));

  it.each([
    ['one block alone', both[0]],
    ['blocks with text between them', both.join('\nThen:\n\n')],
    ['blocks without titles', [fence('sh', 'a'), fence('sh', 'b')].join('\n')],
  ])('stays as it is: %s', (_what, text = '') => expect(render(text, env())).not.toContain('class="tabs"'));
});

describe('Links', () => {
  const repository = 'https://example.test/repo';

  it.each([
    ['../operators/push.md#apns', '/docs/guide/operators/push#apns'],
    ['README.md', '/docs/guide/integrators'],
    ['./', '/docs/guide/integrators'],
    ['#below', '#below'],
    ['https://example.test/', 'https://example.test/'],
    ['../../examples/portal.mjs', 'https://example.test/repo/blob/main/examples/portal.mjs'],
  ])('lead where they should: %s to %s', (href, address) =>
    expect(render(`[one](${href})`, env({ repository }))).toContain(`<a href="${address}">one</a>`),
  );

  it('are text when they lead to files of a repository without an address', () =>
    expect(render('[`portal`](../../examples/portal.mjs)', env())).toContain(
      '<span class="file"><code>portal</code></span>',
    ));

  it('have the address of the guide when they lead to pictures beside the pages', () =>
    expect(render('![A demo](../pictures/demo.png)', env())).toContain('src="/docs/guide/pictures/demo.png"'));
});

describe('A page', () => {
  it('has headings that link to themselves, and a list of them', () => {
    const found = env();
    const html = render('# Users\n\n## A `code` of one\n\n### More\n', found);
    expect(html).toContain('<h2 id="a-code-of-one"');
    expect(html).toContain('href="#a-code-of-one"');
    expect(found.headings).toMatchObject([{ slug: 'a-code-of-one', title: 'A code of one' }, { slug: 'more' }]);
  });

  it('has tables without style and without empty headings', () => {
    const html = render('|  | p95 |\n| --- | ---: |\n| a | 4 |\n', env());
    expect(html).not.toMatch(/style=|<th><\/th>/);
    expect(html).toContain('<td class="right">4</td>');
  });

  it('shows a list of bold links as cards, and no other list', () => {
    expect(render('- **[Run](../operators/push.md)** it\n- **[Use](README.md)** it\n', env())).toContain(
      'class="cards"',
    );
    expect(render('- [Run](../operators/push.md) it\n- **[Use](README.md)** it\n', env())).not.toContain('cards');
  });

  it('has one form for the values that its code wants, before the first', () => {
    const found = env();
    const code = fence('sh', 'curl <your API address>/<your id> <p> <your id>');
    const html = render(`# Users\n\n1. Ask:\n\n   ${code.trim().replaceAll('\n', '\n   ')}\n`, found);
    expect(found.values).toEqual(['your API address', 'your id']);
    expect(html.indexOf('<!-- values -->')).toBeGreaterThan(html.indexOf('</h1>'));
    expect(html.indexOf('<!-- values -->')).toBeLessThan(html.indexOf('<ol>'));
  });
});

describe('The colours of code', () => {
  it('are classes, and values are marked', async () => {
    const highlight = await createHighlighter();
    const html = highlight('const a = "<your id>"; // x', 'js');
    expect(html).toContain('class="t-keyword"');
    expect(html).toContain('data-value="your id"');
    expect(html).not.toContain('style=');
    expect(highlight('a < b', 'unknown')).toContain('a &lt; b');
  });

  it('are the same on a slow machine, so that a release can be repeated to the byte', async () => {
    const highlight = await createHighlighter();
    const code = "if (!preg_match('/^[0-9]$/D', $timestamp)) return false;";
    const before = highlight(code, 'php');
    let now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
    try {
      expect(highlight(code, 'php')).toBe(before);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('A diagram', () => {
  const drawn = (source: string) => render(fence('mermaid', source), env());

  it('becomes a picture with a title and a table when it shows states', () => {
    const html = drawn(
      'stateDiagram-v2\n  [*] --> ACTIVE: found\n  ACTIVE --> RETIRED: retire [old]\n  ACTIVE --> ACTIVE: keep',
    );
    expect(html).toContain('<svg');
    expect(html).toContain('role="img"');
    expect(html).toContain('State machine: ACTIVE, RETIRED.');
    expect(html.match(/class="state"/g)).toHaveLength(2);
    expect(html).toContain(
      '<td><code>ACTIVE</code></td><td>retire</td><td><code>old</code></td><td><code>RETIRED</code></td>',
    );
    expect(html).not.toContain('style=');
  });

  it('shows a verb of many states once', () => {
    const many = ['A', 'B', 'C', 'D'].map((name) => `  ${name} --> GONE: delete`).join('\n');
    const html = drawn(`stateDiagram-v2\n  [*] --> A: make\n${many}`);
    expect(html.match(/<text[^>]*>delete<\/text>/g)).toHaveLength(1);
    expect(html.match(/<td>delete<\/td>/g)).toHaveLength(4);
  });

  it.each([
    [
      'sequenceDiagram\n  participant B as Browser\n  B->>P: ask (a < b)\n  P-->>B: 200\n  Note over B,P: done',
      'Browser, P',
    ],
    [
      'flowchart LR\n  subgraph one [Yours]\n    a[Portal]\n  end\n  a -->|calls| b[(Store)]\n  b -. tells .-> a',
      'Portal, Store',
    ],
  ])('becomes a picture of another kind too: %j', (source, names) => {
    const html = drawn(source);
    expect(html).toContain('<svg');
    expect(html).toContain(names);
    expect(html).toContain('<table>');
    expect(html).not.toContain('a < b');
  });

  it('may have lines from boxes to a group', () => {
    const html = drawn(
      'flowchart LR\n  subgraph net[Network]\n    db[(Store)]\n  end\n  app[App] -->|SQL| net\n  net --> app',
    );
    expect(html).toContain('<td>App</td><td>Network</td><td>SQL</td>');
    expect(html.match(/class="state/g)).toHaveLength(2);
  });

  it('that nobody can draw is shown as it is written', () => {
    const html = drawn('gantt\n  title <b>');
    expect(html).toContain('<pre tabindex="0">gantt');
    expect(html).not.toContain('<b>');
  });
});

describe('A region of an example', () => {
  it('stands at the left margin', () =>
    expect(regionOf('a\n  // #region ask\n  if (b) {\n    c();\n  }\n  // #endregion\nd\n', 'ask', 'x.mjs')).toBe(
      'if (b) {\n  c();\n}\n',
    ));

  it('must be there', () => expect(() => regionOf('a\n', 'ask', 'x.mjs')).toThrow('examples/x.mjs has no region ask'));
});
