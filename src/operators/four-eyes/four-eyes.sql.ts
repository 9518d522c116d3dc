import { OF_ALL } from '../roles/role-table.js';

const COLUMNS = `
  id, enterprise_id AS "enterpriseId", test, right_name AS "right", route, subject, state, asked_by AS "askedBy",
  asked_at AS "askedAt", falls_at AS "fallsAt", decided_by AS "decidedBy", decided_at AS "decidedAt", attempts,
  answer_status AS "answerStatus", answer_code AS "answerCode", answer_until AS "answerUntil",
  sealed_call AS "sealedCall", sealed_refusal AS "sealedRefusal"`;

export const SELECT = `SELECT ${COLUMNS} FROM operators.four_eyes`;

/** Requests about all enterprises stand in each, wherever they were made. */
const HERE = `((enterprise_id = $1 AND test = $2) OR right_name = '${OF_ALL}')`;

export const FIND = `${SELECT} WHERE ${HERE} AND id = $3`;

export const WAITING = `
  ${SELECT} WHERE enterprise_id = $1 AND test = $2 AND right_name <> '${OF_ALL}' AND state = 'waiting'`;

export const WAITING_OF_ALL = `${SELECT} WHERE right_name = '${OF_ALL}' AND state = 'waiting'`;

export const ADD = `
  INSERT INTO operators.four_eyes
    (id, enterprise_id, test, right_name, route, subject, state, asked_by, asked_at, falls_at, sealed_call)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const VISIBLE = `${HERE} AND (right_name = ANY ($3::text[]) OR asked_by = $4)`;

export const PAGE = `
  ${SELECT} WHERE ${VISIBLE} AND state = ANY ($5::text[])
    AND ($6::text IS NULL OR (asked_by = $4) = ($6 = 'me')) AND ($7::uuid IS NULL OR id < $7)
  ORDER BY id DESC LIMIT $8`;

export const COUNT = `
  SELECT count(*)::int AS count, min(asked_at) AS oldest FROM (
    SELECT asked_at FROM operators.four_eyes
    WHERE ${HERE} AND right_name = ANY ($3::text[]) AND asked_by <> $4
      AND state = 'waiting' AND falls_at > $5 LIMIT $6) AS found`;

export const DECIDE = `
  UPDATE operators.four_eyes SET state = $2, decided_by = $3, decided_at = $4, sealed_refusal = $5 WHERE id = $1`;

export const CLAIM = `
  UPDATE operators.four_eyes SET run = $2, leased_until = $4, attempts = attempts + 1
  WHERE id = $1 AND state = 'agreed' AND (leased_until IS NULL OR leased_until <= $3)
  RETURNING ${COLUMNS}`;

export const FINISH = `
  UPDATE operators.four_eyes
  SET state = $3, answer_status = $4, answer_code = $5, sealed_answer = $6, answer_until = $7, leased_until = NULL
  WHERE id = $1 AND run = $2 AND state = 'agreed' RETURNING 1`;

export const ANSWER = `
  SELECT sealed_answer AS answer FROM operators.four_eyes
  WHERE id = $1 AND sealed_answer IS NOT NULL AND answer_until > $2`;

export const TO_FALL = `
  SELECT id FROM operators.four_eyes
  WHERE state = 'waiting' AND falls_at <= $1 AND id <> ALL ($2::uuid[]) ORDER BY falls_at LIMIT $3`;

export const TO_CARRY_OUT = `
  SELECT id FROM operators.four_eyes
  WHERE state = 'agreed' AND (leased_until IS NULL OR leased_until <= $1) AND id <> ALL ($2::uuid[])
  ORDER BY decided_at LIMIT $3`;

export const FORGET_ANSWERS = `
  UPDATE operators.four_eyes SET sealed_answer = NULL WHERE sealed_answer IS NOT NULL AND answer_until <= $1`;
