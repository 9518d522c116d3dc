import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of first and last names, so that people are found by several of them in any order, by the beginning of any,
 * and without accents. A trigger writes them, also for the release before.
 *
 * `spelled_words` has two ways: an umlaut as one letter (`muller`) or as two (`mueller`). Both are kept of a name. What is
 * searched for is always written with two, and so finds Müller and Mueller; who types one letter finds Müller. A word
 * is cut, since one character may become eighteen, and an entry of an index has a limit.
 */
export class NameWords1798405000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE FUNCTION users.spelled(name text, long boolean) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
        CASE WHEN octet_length(name) = length(name) THEN lower(name) ELSE regexp_replace(
          normalize(
            replace(replace(replace(replace(translate(
              CASE WHEN long
                THEN replace(replace(replace(replace(replace(
                  lower(normalize(name, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe')
                ELSE lower(normalize(name, NFC)) END,
              'øđłıħ’', 'odlih'''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
            NFKD),
          '[\u0300-\u036f\u064b-\u065f]+', '', 'g') END;

      CREATE FUNCTION users.spelled_words(name text, long boolean) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
        SELECT DISTINCT left(word, 64) FROM regexp_split_to_table(
          translate(users.spelled(name, long), '''.', ''),
          '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+') AS word
        WHERE word <> '');

      CREATE FUNCTION users.name_words(first_name text, last_name text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
        (SELECT CASE WHEN octet_length(name) = length(name) THEN users.spelled_words(name, true)
          ELSE ARRAY(SELECT unnest(users.spelled_words(name, true)) UNION SELECT unnest(users.spelled_words(name, false)))
          END FROM (SELECT coalesce(first_name, '') || ' ' || coalesce(last_name, '') AS name) AS whole);

      CREATE TABLE users.name_word (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        word text COLLATE "C" NOT NULL,
        sub uuid NOT NULL,
        PRIMARY KEY (enterprise_id, test, word, sub)
      );
      INSERT INTO users.name_word
        SELECT enterprise_id, test, unnest(users.name_words(first_name, last_name)), sub FROM users."user";
      CREATE INDEX name_word_parts ON users.name_word
        USING gin (users.name_parts(enterprise_id, test, substring(word FROM 2)));

      CREATE FUNCTION users.write_name_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          DELETE FROM users.name_word WHERE enterprise_id = OLD.enterprise_id AND test = OLD.test AND sub = OLD.sub
            AND word = ANY (users.name_words(OLD.first_name, OLD.last_name));
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO users.name_word
            SELECT NEW.enterprise_id, NEW.test, unnest(users.name_words(NEW.first_name, NEW.last_name)), NEW.sub;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER new_name_words AFTER INSERT OR DELETE ON users."user"
        FOR EACH ROW EXECUTE FUNCTION users.write_name_words();
      CREATE TRIGGER changed_name_words AFTER UPDATE OF first_name, last_name ON users."user" FOR EACH ROW
        WHEN ((OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name))
        EXECUTE FUNCTION users.write_name_words();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER new_name_words ON users."user";
      DROP TRIGGER changed_name_words ON users."user";
      DROP TABLE users.name_word;
      DROP FUNCTION users.write_name_words, users.name_words, users.spelled_words, users.spelled;
    `);
  }
}
