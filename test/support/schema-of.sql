-- A hash of what the contexts have declared: the same as long as nobody alters a table, an index, a function or a right.
SELECT md5(concat(
  (SELECT string_agg(concat_ws(' ', c.oid::regclass, c.relkind, c.relacl, c.reloptions, c.relrowsecurity), ',' ORDER BY c.oid) FROM pg_class c WHERE c.oid >= 16384 AND c.relkind <> 't'),
  (SELECT sum(hashtext(concat_ws(' ', a.attrelid, a.attname, a.atttypid, a.attnotnull, a.attacl))::bigint) FROM pg_attribute a WHERE a.attrelid >= 16384),
  (SELECT sum(hashtext(concat_ws(' ', d.adrelid, d.adnum, pg_get_expr(d.adbin, d.adrelid)))::bigint) FROM pg_attrdef d),
  (SELECT string_agg(concat_ws(' ', k.oid, k.convalidated), ',' ORDER BY k.oid) FROM pg_constraint k),
  (SELECT string_agg(concat_ws(' ', i.indexrelid, i.indisvalid), ',' ORDER BY i.indexrelid) FROM pg_index i),
  (SELECT string_agg(concat_ws(' ', t.oid, t.tgenabled), ',' ORDER BY t.oid) FROM pg_trigger t),
  (SELECT string_agg(concat_ws(' ', p.oid, md5(p.prosrc)), ',' ORDER BY p.oid) FROM pg_proc p WHERE p.oid >= 16384),
  (SELECT string_agg(concat_ws(' ', n.oid, n.nspacl), ',' ORDER BY n.oid) FROM pg_namespace n WHERE n.nspname !~ '^pg_(temp|toast)'),
  (SELECT count(*) FROM pg_statistic s WHERE s.starelid >= 16384),
  (SELECT count(*) FROM pg_event_trigger)
)) AS schema
