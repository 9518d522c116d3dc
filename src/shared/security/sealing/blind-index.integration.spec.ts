import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../../ormconfig.js';
import { Database } from '../../persistence/index.js';
import { openBlindIndex } from './blind-index.js';
import { newRingEntry, Sealer } from '../index.js';
import { Keyring } from './keyring.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';

let database: TestDatabase;
let dataSource: DataSource;
let db: Database;

const [first, second] = [newRingEntry('k1'), newRingEntry('k2')];
const sealerOf = (...entries: string[]) => new Sealer(Keyring.parse(entries.join(',')));

describe('Index key', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(databaseOptions(database.address)).initialize();
    db = new Database(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe('The key of keyed hashes', () => {
    it('is made once, however many processes start at once', async () => {
      const opened = await Promise.all(Array.from({ length: 8 }, () => openBlindIndex(db, sealerOf(first))));
      expect(new Set(opened.map((index) => index.hash('jane', 'test'))).size).toBe(1);
    });

    it('still finds every hash after the ring was rotated and its old key taken out', async () => {
      const hash = (await openBlindIndex(db, sealerOf(first))).hash('jane', 'test');
      await openBlindIndex(db, sealerOf(second, first));
      const afterwards = await openBlindIndex(db, sealerOf(second));
      expect(afterwards.candidates('jane', 'test')).toContain(hash);
      expect(afterwards.matches(hash, 'jane', 'test')).toBe(true);
    });
  });
});
