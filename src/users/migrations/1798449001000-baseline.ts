import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole schema `users`, in its form of release 1.0. An older database has it already. */
export class UsersBaseline1798449001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE SCHEMA IF NOT EXISTS users;

      -- Cuts a name into parts of three characters for a GIN index, as the extension pg_trgm does, which not every
      -- server has. Each part begins with the tenant, so that a search reads nothing of others. An index leaves the
      -- first character out, since names that begin with the term are found by their prefix. Names are ASCII.
      CREATE FUNCTION users.name_parts(enterprise_id text, test boolean, name text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
        SELECT DISTINCT enterprise_id || CASE WHEN test THEN ' t ' ELSE ' l ' END
                        || substring(lower(name COLLATE "C") FROM place FOR 3)
        FROM generate_series(1, length(name) - 2) AS place);

      -- A name without accents, in small letters.
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

      -- The words of a name, with an umlaut as one letter (muller) or as two (mueller). A word is cut, since one
      -- character may become eighteen, and an entry of an index has a limit.
      CREATE FUNCTION users.spelled_words(name text, long boolean) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(
        SELECT DISTINCT left(word, 64) FROM regexp_split_to_table(
          translate(users.spelled(name, long), '''.', ''),
          '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+') AS word
        WHERE word <> '');

      -- Both spellings of a name. What is searched for is always written with two letters, and so finds Müller and
      -- Mueller; who types one letter finds Müller.
      CREATE FUNCTION users.name_words(first_name text, last_name text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
        (SELECT CASE WHEN octet_length(name) = length(name) THEN users.spelled_words(name, true)
          ELSE ARRAY(SELECT unnest(users.spelled_words(name, true)) UNION SELECT unnest(users.spelled_words(name, false)))
          END FROM (SELECT coalesce(first_name, '') || ' ' || coalesce(last_name, '') AS name) AS whole);

      -- Writes the words of a name beside its user.
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

      -- Enterprises.
      CREATE TABLE users.enterprise (
        enterprise_id text PRIMARY KEY,
        name text NOT NULL,
        branding jsonb NOT NULL,
        retention_days int NOT NULL,
        inactivity_days int,
        quiet_hours jsonb,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        daily_notification_mib int,
        require_pkce boolean NOT NULL DEFAULT false,
        rate_limit jsonb,
        sign_in jsonb NOT NULL DEFAULT '{}',
        sealed_messages bytea
      );
      -- The first enterprise is called default. Operators are users of an enterprise whose id nobody can choose.
      INSERT INTO users.enterprise (enterprise_id, name, branding, retention_days, created_at, updated_at)
      VALUES ('default', 'Default', '{}', 30, now(), now()), ('~operators', 'Operators', '{}', 30, now(), now());

      -- Users of enterprises. New columns may be null: the release before inserts null where it knows none.
      CREATE TABLE users."user" (
        sub uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        status text NOT NULL CONSTRAINT user_status CHECK (status IN ('ONBOARDING', 'CREATED', 'ACTIVE', 'RESET',
          'INACTIVE', 'PAUSED', 'BLOCKED', 'DELETED')),
        previous_statuses text[] NOT NULL,
        blocked_by text,
        primary_group text NOT NULL,
        secondary_groups text[] NOT NULL,
        first_name text,
        last_name text,
        email_id text,
        mobile_number text,
        login_id text,
        language text, -- Null: the enterprise has given none.
        comments text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        created_by text NOT NULL,
        idv_status text,
        idv_finished_at timestamptz(3),
        kyc_reference_id text,
        last_active_at timestamptz(3),
        deleted_at timestamptz(3),
        erased_at timestamptz(3),
        verified_email text,
        status_change jsonb,
        codes_held_until timestamptz(3),
        attributes jsonb
      );
      CREATE UNIQUE INDEX user_user_id ON users."user" (enterprise_id, test, user_id);
      CREATE INDEX user_listed ON users."user" (enterprise_id, test, user_id) WHERE status <> 'DELETED';
      CREATE INDEX user_unused ON users."user" (enterprise_id, last_active_at) WHERE status = 'ACTIVE';
      CREATE INDEX user_to_erase ON users."user" (enterprise_id, deleted_at)
        WHERE status = 'DELETED' AND erased_at IS NULL;
      CREATE INDEX user_erased ON users."user" (enterprise_id, test, user_id) WHERE erased_at IS NOT NULL;
      CREATE INDEX user_search_login_id ON users."user" (enterprise_id, test, (lower(login_id) COLLATE "C"), sub)
        WHERE login_id IS NOT NULL;
      CREATE INDEX user_search_email_id ON users."user" (enterprise_id, test, (lower(email_id) COLLATE "C"), sub)
        WHERE email_id IS NOT NULL;
      CREATE INDEX user_search_last_name ON users."user" (enterprise_id, test, (lower(last_name) COLLATE "C"), sub)
        WHERE last_name IS NOT NULL;
      CREATE INDEX user_status_user_id ON users."user" (enterprise_id, test, status, user_id) WHERE erased_at IS NULL;
      CREATE INDEX user_group_user_id ON users."user" (enterprise_id, test, primary_group, user_id)
        WHERE erased_at IS NULL;
      -- One index a searched column: a prefix is a range in byte order, walked no further than one page.
      CREATE INDEX user_search_user_id ON users."user" (enterprise_id, test, (lower(user_id) COLLATE "C"), sub)
        WHERE erased_at IS NULL;
      CREATE INDEX user_search_first_name ON users."user" (enterprise_id, test, (lower(first_name) COLLATE "C"),
        sub) WHERE first_name IS NOT NULL;
      CREATE INDEX user_search_mobile_number ON users."user" (enterprise_id, test, (mobile_number COLLATE "C"), sub)
        WHERE mobile_number IS NOT NULL;
      CREATE INDEX user_search_mobile_digits ON users."user" (enterprise_id, test,
        (reverse(mobile_number) COLLATE "C"), sub) WHERE mobile_number IS NOT NULL;
      CREATE INDEX user_newest ON users."user" (enterprise_id, test, created_at, user_id) WHERE erased_at IS NULL;
      CREATE INDEX user_newest_idv ON users."user" (enterprise_id, test, idv_status, created_at, user_id)
        WHERE erased_at IS NULL AND idv_status IS NOT NULL;
      CREATE TRIGGER new_name_words AFTER INSERT OR DELETE ON users."user" FOR EACH ROW
        EXECUTE FUNCTION users.write_name_words();
      CREATE TRIGGER changed_name_words AFTER UPDATE OF first_name, last_name ON users."user" FOR EACH ROW
        WHEN ((OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name))
        EXECUTE FUNCTION users.write_name_words();

      -- User ids and login ids share one namespace: each is a row here, and the key refuses a clash.
      CREATE TABLE users.login_name (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text COLLATE "C" NOT NULL,
        sub uuid NOT NULL,
        PRIMARY KEY (enterprise_id, test, name)
      );
      CREATE INDEX login_name_sub ON users.login_name (sub);
      CREATE INDEX login_name_parts ON users.login_name USING gin (users.name_parts(enterprise_id, test,
        substring(name FROM 2)));

      -- Activation codes.
      CREATE TABLE users.activation_code (
        sub uuid PRIMARY KEY,
        code_hash text NOT NULL,
        predefined boolean NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        wrong_tries int NOT NULL DEFAULT 0,
        used_with text,
        mailed_to text
      );

      -- The devices of users.
      CREATE TABLE users.device (
        device_id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        name text NOT NULL,
        platform text NOT NULL,
        public_key jsonb NOT NULL,
        thumbprint text NOT NULL,
        status text NOT NULL CONSTRAINT device_status CHECK (status IN ('ACTIVE', 'BLOCKED', 'REMOVED')),
        sealed_push_token bytea,
        registered_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        removed_at timestamptz(3),
        row_seal text,
        second_factor boolean NOT NULL DEFAULT true,
        sealed_attestation bytea,
        types_numbers boolean
      ) WITH (fillfactor=80);
      CREATE INDEX device_sub ON users.device (sub) WHERE status <> 'REMOVED';
      CREATE UNIQUE INDEX device_thumbprint ON users.device (enterprise_id, test, thumbprint)
        WHERE status <> 'REMOVED';
      INSERT INTO shared.row_seal_start (table_name, since) VALUES ('users.device', 'epoch');

      -- What a device must sign to be registered.
      CREATE TABLE users.device_nonce (
        nonce_hash text PRIMARY KEY,
        sub uuid NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX device_nonce_sub ON users.device_nonce (sub, expires_at);
      CREATE INDEX device_nonce_expires_at ON users.device_nonce (expires_at);

      -- Exports of many persons that two have agreed on, until they are taken or their day is over.
      CREATE TABLE users.allowed_export (
        id uuid PRIMARY KEY,
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        asked_by text NOT NULL,
        agreed_by uuid,
        sealed_terms bytea NOT NULL,
        ends_at timestamptz(3) NOT NULL
      );
      CREATE INDEX allowed_export_ends_at ON users.allowed_export (ends_at);

      -- The codes by which users show that they read their mail.
      CREATE TABLE users.mailed_code (
        sub uuid PRIMARY KEY,
        code_hash text NOT NULL,
        sent_to text NOT NULL,
        bound_to text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        wrong_tries int NOT NULL,
        used boolean NOT NULL
      );
      CREATE INDEX mailed_code_expired ON users.mailed_code (expires_at);

      -- The words of first and last names, so that people are found by several of them in any order, by the
      -- beginning of any, and without accents. A trigger writes them, also for the release before.
      CREATE TABLE users.name_word (
        enterprise_id text NOT NULL,
        test boolean NOT NULL,
        word text COLLATE "C" NOT NULL,
        sub uuid NOT NULL,
        PRIMARY KEY (enterprise_id, test, word, sub)
      );
      CREATE INDEX name_word_parts ON users.name_word USING gin (users.name_parts(enterprise_id, test,
        substring(word FROM 2)));

      -- The mail addresses that users enter themselves, and that the old address can undo.
      CREATE TABLE users.address_change (
        id uuid PRIMARY KEY,
        sub uuid NOT NULL,
        state text NOT NULL CONSTRAINT address_change_state CHECK (state IN ('ASKED', 'CHANGED', 'UNDONE')),
        from_email text,
        to_email text NOT NULL,
        code_hash text,
        bound_to text NOT NULL,
        wrong_tries int NOT NULL,
        changed_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3) NOT NULL
      );
      CREATE INDEX address_change_of_user ON users.address_change (sub, changed_at);
      CREATE INDEX address_change_over ON users.address_change (ends_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA users CASCADE');
  }
}
