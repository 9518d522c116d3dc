package com.example.countersign

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import java.math.BigInteger
import java.security.MessageDigest
import java.security.SecureRandom
import java.security.interfaces.ECPublicKey
import java.util.Base64

/** A key of P-256 that never leaves the device. */
interface DeviceKey {
    val publicKey: ECPublicKey

    /** Signs with SHA256withECDSA, and returns the signature in DER. The phone may ask the user first. */
    suspend fun sign(bytes: ByteArray): ByteArray
}

internal fun base64url(bytes: ByteArray): String = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)

internal fun fromBase64url(text: String): ByteArray = Base64.getUrlDecoder().decode(text)

internal fun sha256(text: String): String =
    base64url(MessageDigest.getInstance("SHA-256").digest(text.toByteArray(Charsets.UTF_8)))

internal fun randomText(bytes: Int = 32): String = base64url(ByteArray(bytes).also { SecureRandom().nextBytes(it) })

/** The public key as a JWK (RFC 7517). */
internal fun jwkOf(key: ECPublicKey): JsonObject = jsonOf(
    "kty" to "EC",
    "crv" to "P-256",
    "x" to base64url(fixed(key.w.affineX)),
    "y" to base64url(fixed(key.w.affineY)),
)

/** The text that ES256 signs: header and payload of a compact JWS (RFC 7515). */
internal fun signingInput(header: JsonObject, payload: JsonObject): String =
    listOf(JsonObject(header + ("alg" to JsonPrimitive("ES256"))), payload)
        .joinToString(".") { base64url(canonical(it).toByteArray(Charsets.UTF_8)) }

internal suspend fun signedJws(key: DeviceKey, header: JsonObject, payload: JsonObject): String {
    val input = signingInput(header, payload)
    return "$input.${base64url(rawOf(key.sign(input.toByteArray(Charsets.US_ASCII))))}"
}

/** Converts a signature from DER, where r and s have any length, to JWS, where each has 32 bytes. */
internal fun rawOf(der: ByteArray): ByteArray {
    require(der.size in 8..72 && der[0].toInt() == 0x30 && der[1].toInt() == der.size - 2) { "This is no signature" }
    val (r, next) = numberAt(der, 2)
    val (s, end) = numberAt(der, next)
    require(end == der.size) { "This is no signature" }
    return fixed(r) + fixed(s)
}

private fun numberAt(der: ByteArray, at: Int): Pair<BigInteger, Int> {
    require(at + 2 < der.size && der[at].toInt() == 0x02) { "This is no signature" }
    val end = at + 2 + der[at + 1]
    require(der[at + 1] in 1..33 && end <= der.size) { "This is no signature" }
    return BigInteger(der.copyOfRange(at + 2, end)) to end
}

private const val BYTES = 32

private fun fixed(number: BigInteger): ByteArray {
    require(number.signum() >= 0 && number.bitLength() <= 8 * BYTES) { "This is no number of P-256" }
    val bytes = number.toByteArray().takeLast(BYTES)
    return ByteArray(BYTES - bytes.size) + bytes.toByteArray()
}

internal fun jsonOf(vararg members: Pair<String, Any>): JsonObject = buildJsonObject {
    for ((name, value) in members) {
        put(
            name,
            when (value) {
                is JsonObject -> value
                is Number -> JsonPrimitive(value)
                else -> JsonPrimitive(value.toString())
            },
        )
    }
}
