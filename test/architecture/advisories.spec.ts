import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${ROOT}docs/operators/support.md`, 'utf8');
const advisories = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)]
  .map(([, text = '']) => JSON.parse(text) as Record<string, any>)
  .filter((one) => 'schema_version' in one);

/** The members that the schema of OSV 1.6 demands, and those that a scanner needs to decide. */
describe('An advisory on the page of support', () => {
  it('is there', () => {
    expect(advisories).toHaveLength(1);
  });

  it('has what a scanner of the OSV form needs to say which versions are affected', () => {
    const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    const aRange = {
      type: 'SEMVER',
      events: expect.arrayContaining([{ introduced: expect.stringMatching(/^\d/) }, { fixed: expect.any(String) }]),
    };
    for (const advisory of advisories)
      expect(advisory).toMatchObject({
        id: expect.stringMatching(/^COUNTERSIGN-\d{4}-\d{4}$/),
        modified: expect.stringMatching(TIME),
        published: expect.stringMatching(TIME),
        severity: [{ type: 'CVSS_V3', score: expect.stringMatching(/^CVSS:3\.1(?:\/[A-Z]{1,2}:[A-Z]){8}$/) }],
        affected: [{ package: { ecosystem: 'npm', name: expect.any(String) }, ranges: [aRange] }],
        references: [{ type: 'WEB', url: expect.stringMatching(/^https:/) }],
      });
  });

  it('refers to a page of the guide that there is', () => {
    for (const { url } of advisories.flatMap(({ references }) => references as { url: string }[])) {
      const path = url.split('/docs/guide/')[1];
      expect(readFileSync(`${ROOT}docs/${path}.md`, 'utf8')).toMatch(/^# /);
    }
  });
});
