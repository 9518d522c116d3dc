const COLUMNS = `approval_id AS "approvalId", sub, session_uid AS "sessionUid", grant_id AS "grantId", typed, notification_uuid AS "notificationUuid",
  outcome, used_at AS "usedAt", expires_at AS "expiresAt"`;

export const RECENT = `
  SELECT created_at AS at FROM auth.number_approval WHERE sub = $1 AND created_at > $2
  ORDER BY created_at DESC LIMIT $3`;
export const NOTE = 'UPDATE auth.number_approval SET notification_uuid = $2 WHERE approval_id = $1 RETURNING outcome';
export const LATEST = `
  SELECT ${COLUMNS} FROM auth.number_approval WHERE bound_to = ANY ($1)
  ORDER BY created_at DESC LIMIT 1`;
export const SETTLE = `
  UPDATE auth.number_approval SET outcome = $2 WHERE approval_id = $1 AND outcome IS NULL RETURNING approval_id`;
export const USE = `
  UPDATE auth.number_approval SET used_at = now()
  WHERE approval_id = $1 AND outcome = 'RIGHT' AND used_at IS NULL RETURNING approval_id`;
export const END_OLDER = `
  UPDATE auth.number_approval SET outcome = 'ENDED'
  WHERE sub = $1 AND approval_id < $2 AND outcome IS NULL RETURNING notification_uuid AS "notificationUuid"`;
/** Stores the result of the first typed number only, and returns the stored result. */
export const TYPE = `
  UPDATE auth.number_approval SET typed = CASE typed WHEN 'ASKED' THEN $2 ELSE typed END
  WHERE approval_id = $1 AND outcome IS NULL AND typed IS NOT NULL RETURNING typed`;
