import { existsSync } from 'node:fs';
import ts from 'typescript';
import { sourceFiles, type SourceFile } from './source-files.js';

/** Tables of the contexts. Those of the platform have no entity: their stores alone know them. */
const OWNED = String.raw`(?:(?:auth|idv|notifications|operators|users)\.|shared\.(?:audit_|webhook_|figure))"?\w*"?`;
const NAME = String.raw`(?:"?\w+"?\.)?"?\w+"?`;
const CAST = String.raw`(?:::\w+(?:\[\])?)?`;
const VALUE = String.raw`(?:\$\d+${CAST}|'[^']*'${CAST}|\d+|true|false|NULL)`;
/** `§` is what another file declares; among columns it is a list of them. */
const COLUMN = String.raw`(?:\*|§|${NAME}(?: AS "?\w+"?)?)`;
const IS = String.raw`(?:${NAME} = ${VALUE})`;
const TABLE = String.raw`${OWNED}(?: (?!WHERE|ORDER|LIMIT|FOR|SET)\w+)?`;
const WHERE = String.raw` WHERE ${IS}(?: AND ${IS})*`;
const ORDER = String.raw`(?: ORDER BY ${NAME}(?: DESC| ASC)?(?:, ${NAME}(?: DESC| ASC)?)*)?(?: LIMIT (?:\$?\d+|§))?`;
const list = (item: string): string => `${item}(?:, ${item})*`;

/** What an entity can say as well: one table, whole rows, columns that equal a value. */
const PLAIN = [
  String.raw`INSERT INTO ${OWNED} ?(?:\(${list(NAME)}\))? VALUES \(${list(VALUE)}\)`,
  String.raw`DELETE FROM ${TABLE}${WHERE}`,
  String.raw`UPDATE ${TABLE} SET ${list(`${NAME} = ${VALUE}`)}${WHERE}`,
  String.raw`SELECT ${list(COLUMN)} FROM ${TABLE}(?:${WHERE})?${ORDER}(?: FOR UPDATE)?`,
].map((shape) => new RegExp(`^${shape}$`, 'i'));

const isPlain = (statement: string): boolean => PLAIN.some((shape) => shape.test(statement));

const HOT = /\bHot path,\s[\s*]*measured by:\s[\s*]*npm run bench -- ([\w-]+)/;

/** The text of a string, with the constants of its file in it. */
function textOf(node: ts.Node, constants: ReadonlyMap<string, ts.Expression>): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node) && constants.has(node.text)) return textOf(constants.get(node.text)!, constants);
  if (!ts.isTemplateExpression(node)) return '§';
  const spans = node.templateSpans.map(({ expression, literal }) => textOf(expression, constants) + literal.text);
  return node.head.text + spans.join('');
}

function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of statement.declarationList.declarations)
      if (
        ts.isIdentifier(name) &&
        initializer &&
        (ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer))
      )
        constants.set(name.text, initializer);
  return constants;
}

/** Constants that only stand within others are no statements. */
function partsIn(file: ts.SourceFile, constants: ReadonlyMap<string, ts.Expression>): ReadonlySet<ts.Node> {
  const [within, alone] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !ts.isVariableDeclaration(node.parent))
      (ts.isTemplateSpan(node.parent) ? within : alone).add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return new Set([...constants].filter(([name]) => within.has(name) && !alone.has(name)).map(([, value]) => value));
}

/** The comment right above the declaration, the property or the member of a class that has the statement. */
function commentAbove(node: ts.Node, text: string): string {
  for (let one = node; !ts.isSourceFile(one); one = one.parent) {
    const ranges = ts.getLeadingCommentRanges(text, one.getFullStart()) ?? [];
    if (ranges.length > 0) return ranges.map(({ pos, end }) => text.slice(pos, end)).join('\n');
    if (ts.isClassElement(one)) break;
  }
  return '';
}

interface Found {
  readonly statement: string;
  /** The bench that the comment names. */
  readonly bench: string | undefined;
}

function statementsIn({ path, text }: Pick<SourceFile, 'path' | 'text'>): Found[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const parts = partsIn(file, constants);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (!parts.has(node) && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) {
      const statement = textOf(node, constants)
        .replaceAll(/\s+/g, ' ')
        .replaceAll('( ', '(')
        .replaceAll(' )', ')')
        .trim();
      if (/^(?:INSERT INTO|DELETE FROM|UPDATE|SELECT) /i.test(statement))
        found.push({ statement, bench: HOT.exec(commentAbove(node, text))?.[1] });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const inContexts = sourceFiles.filter(({ path, context }) => context !== undefined && !path.includes('/migrations/'));

describe('A statement that an entity can do', () => {
  it('stands as SQL only where a bench measures it, which the comment above it names', () => {
    const odd = inContexts.flatMap((file) =>
      statementsIn(file)
        .filter(({ statement, bench }) => isPlain(statement) && bench === undefined)
        .map(({ statement }) => `${file.path}: ${statement}`),
    );
    expect(odd).toEqual([]);
  });

  it('names a bench that is there', () => {
    const benches = inContexts.flatMap((file) => statementsIn(file).map(({ bench }) => bench));
    const named = new Set(benches.filter((bench) => bench !== undefined));
    expect([...named].filter((bench) => !existsSync(`bench/${bench}.mjs`))).toEqual([]);
  });

  it.each([
    'INSERT INTO auth.b (c, d) VALUES ($1, $2::jsonb)',
    'DELETE FROM users."b" WHERE c = $1 AND d = $2',
    'UPDATE auth.b SET c = $2, d = NULL WHERE e = $1',
    'SELECT c, d AS "e" FROM auth.b WHERE c = $1 ORDER BY d DESC LIMIT 1',
    'SELECT § FROM auth.b x WHERE x.c = $1 FOR UPDATE',
    'SELECT * FROM auth.b',
  ])('is %s', (statement) => {
    expect(isPlain(statement)).toBe(true);
  });

  it.each([
    'INSERT INTO auth.b (c) VALUES ($1) ON CONFLICT DO NOTHING',
    'INSERT INTO auth.b (c) VALUES ($1) RETURNING d',
    'INSERT INTO auth.b (c) VALUES (now())',
    'INSERT INTO auth.b (c) SELECT 1',
    'DELETE FROM auth.b WHERE c < $1',
    'UPDATE auth.b SET c = c + 1 WHERE d = $1',
    'UPDATE auth.b SET c = $1 WHERE d = $2 RETURNING c',
    'SELECT count(*) FROM auth.b WHERE c = $1',
    'SELECT c FROM auth.b JOIN auth.d USING (c) WHERE c = $1',
    'SELECT c FROM auth.b WHERE c = $1 FOR UPDATE SKIP LOCKED',
    'SELECT c FROM shared.job WHERE c = $1',
  ])('is not %s', (statement) => {
    expect(isPlain(statement)).toBe(false);
  });

  it('is found with the constants of its file, and the comment above it', () => {
    const text = `
      const KEY = 'a = $1 AND b = $2';
      // Hot path, measured by: npm run bench -- http.
      const FIND = \`SELECT c FROM idv.y WHERE \${KEY}\`;
      const LIST = 'SELECT c FROM idv.y';
      const NEWEST = \`\${LIST} ORDER BY c DESC\`;
      class Rows {
        /** Hot path, measured by: npm run bench -- writes. */
        add() { return this.db.rows('INSERT INTO idv.y VALUES ($1)', [1]); }
        remove() { return this.db.rows(\`DELETE FROM idv.y WHERE \${KEY}\`); }
      }`;
    expect(statementsIn({ path: 'x.ts', text })).toEqual([
      { statement: 'SELECT c FROM idv.y WHERE a = $1 AND b = $2', bench: 'http' },
      { statement: 'SELECT c FROM idv.y ORDER BY c DESC', bench: undefined },
      { statement: 'INSERT INTO idv.y VALUES ($1)', bench: 'writes' },
      { statement: 'DELETE FROM idv.y WHERE a = $1 AND b = $2', bench: undefined },
    ]);
  });
});
