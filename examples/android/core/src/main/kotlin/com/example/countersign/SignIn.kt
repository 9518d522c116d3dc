package com.example.countersign

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import java.net.URLDecoder
import java.net.URLEncoder

/** The addresses of the service, and the client of this app. */
data class Settings(val issuer: String, val mobileUrl: String, val clientId: String, val redirectUri: String)

/** A user who is signed in. Keep the token in memory only. */
class Session internal constructor(internal val accessToken: String, val sub: String)

/**
 * Opens the login page in the system's browser, and returns from it (RFC 8252, with PKCE). A new user follows the link
 * for an activation code. Store `verifier` and `state`, because the system may end the app meanwhile.
 */
class SignIn(private val settings: Settings, val verifier: String = randomText(), val state: String = randomText(16)) {
    /** The login page. `prompt` demands a new login, because a device must be registered within five minutes of one. */
    val page: String = settings.issuer + "/oauth/authorize?" + form(
        "client_id" to settings.clientId,
        "response_type" to "code",
        "redirect_uri" to settings.redirectUri,
        "scope" to "openid notifications",
        "state" to state,
        "code_challenge" to sha256(verifier),
        "code_challenge_method" to "S256",
        "prompt" to "login",
    )

    /** Finishes the sign-in. `callback` is the address with which the browser returned. */
    suspend fun finish(callback: String): Session {
        val back = queryOf(callback)
        val isOurs = callback.substringBefore('?') == settings.redirectUri && back["state"] == state && back["iss"] == settings.issuer
        if (!isOurs) throw Refused(0, "This is not the answer to our question.")
        val code = back["code"] ?: throw Refused(0, "Not signed in: ${back["error"] ?: "without a reason"}")
        val body = form(
            "grant_type" to "authorization_code",
            "client_id" to settings.clientId,
            "code" to code,
            "code_verifier" to verifier,
            "redirect_uri" to settings.redirectUri,
        )
        val answer = post("${settings.issuer}/oauth/token", "application/x-www-form-urlencoded", body)
        if (answer.status != 200) throw Refused(0, "Not signed in: ${answer.json["error"]?.jsonPrimitive?.content}")
        return Session(answer.json.text("access_token"), claimsOf(answer.json.text("id_token")).text("sub"))
    }
}

/** The claims. The signature is not checked, because the token came over TLS (OpenID Connect Core, 3.1.3.7). */
private fun claimsOf(idToken: String): JsonObject =
    Json.parseToJsonElement(fromBase64url(idToken.split('.')[1]).toString(Charsets.UTF_8)).jsonObject

private fun form(vararg fields: Pair<String, String>): String =
    fields.joinToString("&") { (name, value) -> "$name=${URLEncoder.encode(value, "UTF-8")}" }

private fun queryOf(address: String): Map<String, String> =
    address.substringAfter('?', "").substringBefore('#').split('&').filter { '=' in it }
        .associate { it.substringBefore('=') to URLDecoder.decode(it.substringAfter('='), "UTF-8") }
