package com.example.countersign

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

/** The operations that an app calls for a signed-in user. */
class Countersign(private val settings: Settings, private val session: Session) {
    /** How far the service's clock is ahead. A phone's clock may be wrong, so statements contain the service's time. */
    private var ahead = 0L

    /** Registers the key, and returns the id of the device. The login must be at most five minutes old. */
    suspend fun enrol(name: String, key: DeviceKey): String {
        val nonce = call("BeginDevice").text("nonce")
        val jwk = jwkOf(key.publicKey)
        val claims = jsonOf("sub" to session.sub, "aud" to settings.mobileUrl, "iat" to now(), "nonce" to nonce)
        val proof = signedJws(key, jsonOf("typ" to "device-proof+jwt", "jwk" to jwk), claims)
        val given = jsonOf("name" to name, "platform" to "android", "publicKey" to jwk, "proof" to proof)
        return call("RegisterDevice", given).text("device_id")
    }

    /** The questions that wait for an answer. */
    suspend fun questions(): List<Question> =
        call("GetNotifications", jsonOf("recordCount" to 50, "startIndex" to 1)).objects("notifications").map(::Question)

    /** Sends the answer with a signed statement. Returns whether the service has verified the signature. */
    suspend fun answer(question: Question, action: Action, deviceId: String, key: DeviceKey): Boolean {
        val statement = statementOf(question.uuid, question.digest(), action.action, now(), randomText(16))
        val signature = signedJws(key, jsonOf("kid" to deviceId), statement)
        val given = jsonOf("notificationID" to question.uuid, "response" to action.action, "signature" to signature)
        return call("UpdateNotification", given)["is_ds_verified"]?.jsonPrimitive?.content == "true"
    }

    private suspend fun call(operation: String, given: JsonObject = JsonObject(emptyMap())): JsonObject {
        val url = "${settings.mobileUrl}/mobile/v1/$operation"
        val answer = post(url, "application/json", given.toString(), session.accessToken)
        if (answer.date > 0) ahead = answer.date - System.currentTimeMillis()
        if (answer.status == 401) throw Refused(401, "The login has ended.")
        val response = answer.json["response"]?.jsonObject ?: throw Refused(0, "$operation: ${answer.status}")
        val code = response["StatusCode"]?.jsonPrimitive?.content?.toIntOrNull() ?: 0
        val data = response["ResponseData"]?.jsonObject ?: JsonObject(emptyMap())
        if (code == SUCCESS) return data
        val reason = data["reason"]?.jsonPrimitive?.content.orEmpty()
        throw Refused(code, "$operation: $code ${response["StatusMsg"]?.jsonPrimitive?.content.orEmpty()} $reason".trim())
    }

    private fun now(): Long = (System.currentTimeMillis() + ahead) / 1_000
}

private const val SUCCESS = 100

/** The statement that the device signs. It must have exactly these five members. */
internal fun statementOf(uuid: String, digest: String, response: String, iat: Long, nonce: String): JsonObject = jsonOf(
    "notification_uuid" to uuid,
    "content_digest" to digest,
    "response" to response,
    "iat" to iat,
    "nonce" to nonce,
)
