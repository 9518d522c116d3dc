/** The columns that the seals cover, without the content, for lists and sweeps that read many rows. */
export const SEALED_COLUMNS = `
  notification_uuid AS "notificationUuid", enterprise_id AS "enterpriseId", test, sub, user_id AS "userId",
  msg_id AS "msgId", content_digest AS "contentDigest", ds_required AS "dsRequired", created_at AS "createdAt",
  expiry_at AS "expiryAt", seal, status, action_response AS "actionResponse", signing_status AS "signingStatus",
  device_id AS "deviceId", client_ip AS "clientIp", updated_at AS "updatedAt", outcome_seal AS "outcomeSeal",
  CASE WHEN evidence IS NOT NULL THEN jsonb_build_object(
    'statement', evidence->'statement', 'receipt', evidence->'receipt') END AS evidence`;
