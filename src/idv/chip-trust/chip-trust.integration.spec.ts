import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Certificate } from '@countersign/emrtd/verify';
import { SpecimenState } from '@countersign/emrtd/specimens';
import { CONFIG, type Config } from '../../config.js';
import { Database } from '../../shared/persistence/index.js';
import { findCommand } from '../../cli/arguments.js';
import { running } from '../../../test/support/idv/running.js';
import { portalOf } from '../../../test/support/tokens.js';
import { idvCommands } from '../idv.commands.js';

const fingerprintOf = (der: Uint8Array): string => new Certificate(der).fingerprint;
const publisher = new SpecimenState({ country: 'PB' });
const [first, second] = [new SpecimenState({ country: 'XA' }), new SpecimenState({ country: 'XB' })];
const specimens = new SpecimenState();

describe('The trust in states', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'chip-trust-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const db = () => running().app.get(Database);
  afterEach(() => db().rows('DELETE FROM idv.chip_trust'));

  const call = async (...words: string[]): Promise<{ code: number; said: string }> => {
    const { command: load, rest } = findCommand(idvCommands, ['idv', 'chip-trust', ...words]);
    const said: string[] = [];
    const options: Record<string, string | boolean> = {};
    const given = rest.filter((word) => !word.startsWith('--'));
    for (const word of rest.filter((one) => one.startsWith('--'))) {
      const [name = '', value] = word.slice(2).split('=');
      options[name] = value ?? true;
    }
    const context = { options, given, application: async () => running().app, print: (line = '') => said.push(line) };
    return { code: await (await load!()).run(context as never), said: said.join('\n') };
  };
  const fileOf = (bytes: Uint8Array): string => {
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    return path;
  };
  const bring = (bytes: Uint8Array, ...options: string[]) => call('import', fileOf(bytes), ...options);
  const list = (...states: SpecimenState[]) => publisher.masterList(states.map(({ authority }) => authority));
  const check = (state: SpecimenState) => call('check', fileOf(state.securityObject({ 1: new Uint8Array(9) })));

  it('refuses everything while it is empty, and each list whose publisher nobody has named', async () => {
    expect(await check(first)).toMatchObject({
      code: 1,
      said: expect.stringContaining('No authority that is trusted'),
    });
    const refused = await bring(list(first));
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('No publisher that you have named') });
    expect((await call('list')).said).toBe('0 authorities of 0 states. With none, every chip is refused.');
  });

  it('takes the list of a named publisher, and a newer one in its place', async () => {
    expect((await bring(publisher.authority, '--publisher')).code).toBe(0);
    expect((await bring(list(first, specimens))).said).toContain('1 authorities added, 0 gone');
    expect((await check(first)).code).toBe(0);
    expect((await check(specimens)).code).toBe(1);

    const shrunk = list(second);
    expect(await bring(shrunk)).toMatchObject({ code: 1, said: expect.stringContaining('add --yes') });
    expect((await check(second)).code).toBe(1);
    expect((await bring(shrunk, '--yes')).code).toBe(0);
    expect([(await check(first)).code, (await check(second)).code]).toEqual([1, 0]);

    const removed = await call('remove', fingerprintOf(publisher.authority));
    expect(removed.said).toBe('3 entries removed.');
    expect((await check(second)).code).toBe(1);
  });

  it('joins lists and single certificates, follows an authority to its new key, and writes nothing in a dry run', async () => {
    const state = new SpecimenState({ country: 'XC' });
    await bring(state.authority, '--dry-run');
    expect((await check(state)).code).toBe(1);
    await bring(state.authority);
    await bring(publisher.authority, '--publisher');
    await bring(list(first));
    expect([(await check(state)).code, (await check(first)).code]).toEqual([0, 0]);
    expect((await bring(state.rollOver())).said).toContain('New key of an authority');
    expect((await check(state)).code).toBe(0);
    const stranger = await bring(new SpecimenState({ country: 'XC' }).rollOver());
    expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining('vouches for this certificate') });
    expect(await bring(specimens.authority)).toMatchObject({ code: 1 });
  });

  it('takes revocations by an authority that it has, and none that are older', async () => {
    const revoking = new SpecimenState({ country: 'XD' });
    const revocations = revoking.revocations([new Certificate(revoking.signer).serial]);
    expect((await bring(revocations)).said).toContain('No authority that is trusted has signed this list');
    await bring(revoking.authority);
    expect((await check(revoking)).said).toContain('Revocation: unknown');
    await bring(revocations);
    expect((await check(revoking)).said).toContain('revoked or blocked');
  });

  it('believes what the operator blocks no more, until the block is removed', async () => {
    await bring(Buffer.from(new X509Certificate(first.authority).toString())); // PEM
    const signer = fingerprintOf(first.signer);
    await call('block', signer, '--reason=The key was stolen.');
    expect((await check(first)).said).toContain('revoked or blocked');
    await call('remove', signer);
    expect((await check(first)).code).toBe(0);
    const [entry] = await db().rows(`SELECT details FROM shared.audit_entry WHERE kind = 'idv.chip-trust-blocked'`);
    expect(entry).toMatchObject({ details: { fingerprint: signer, reason: 'The key was stolen.' } });
  });

  it('does not use a row that somebody has put into the database', async () => {
    await bring(first.authority);
    const forged = Buffer.from(second.authority);
    await db().rows(
      `INSERT INTO idv.chip_trust SELECT kind, source, $1, 'XB', $2, valid_until, imported_at, note, row_seal
       FROM idv.chip_trust`,
      [fingerprintOf(second.authority), forged],
    );
    expect([(await check(first)).code, (await check(second)).code]).toEqual([0, 1]);
  });

  it('is told by the system, state by state, and asks for people before the last authority of one ends', async () => {
    const scopes = ['system:read', 'figures:read'];
    const administrator = await portalOf(running(), { scopes, administrator: true });
    const told = async () => (await administrator.get('/v1/system')).body.chipTrust;
    expect(await told()).toEqual({ states: [], faults: [] });
    const until = Math.floor(Date.now() / 1_000) * 1_000 + 10 * 86_400_000;
    expect((await bring(new SpecimenState({ country: 'AT', authority: { until } }).authority)).code).toBe(0);
    expect(await told()).toEqual({
      states: [{ state: 'AT', authorities: 1, untilTs: until, revocationsUntilTs: null }],
      faults: [{ fault: 'state_ends', of: 'AT' }],
    });
    const { attention } = (await administrator.get('/v1/attention')).body;
    expect(attention).toContainEqual({ kind: 'idv.chip-trust', count: 1, oldest: null, severity: 'warning' });
  });

  it('takes plain data for the content of a signed object from states that may deviate so, and from no other', async () => {
    const states = [new SpecimenState({ country: 'CN' }), new SpecimenState({ country: 'XE' })];
    const codes: number[] = [];
    const checkEach = async () => {
      for (const state of states) {
        const plain = state.securityObject({ 1: new Uint8Array(9) }, { contentType: '1.2.840.113549.1.7.1' });
        codes.push((await call('check', fileOf(plain))).code);
      }
    };
    for (const { authority } of states) await bring(authority);
    await checkEach();
    const setting = jest.replaceProperty(running().app.get<Config>(CONFIG), 'idvChipDeviations', ['XE']);
    await checkEach();
    setting.restore();
    expect(codes).toEqual([0, 1, 1, 0]);
  });

  it('says in words what a file is not', async () => {
    expect((await bring(Buffer.from('no certificate'))).said).toContain('It is no master list');
    await expect(call('remove', 'abc')).rejects.toThrow('Name one fingerprint');
    await expect(call('import', join(folder, 'none'))).rejects.toThrow('There is no file');
  });
});
