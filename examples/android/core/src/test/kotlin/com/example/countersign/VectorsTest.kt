package com.example.countersign

import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFails
import kotlin.test.assertTrue

class VectorsTest {
    private val vectors: JsonObject =
        Json.parseToJsonElement(checkNotNull(javaClass.getResource("/vectors.json")).readText()).jsonObject

    @Test
    fun `a content has the canonical form and the digest of the service`() {
        for (one in vectors.objects("contents")) {
            assertEquals(one.text("canonical"), canonical(content(one)))
            assertEquals(one.text("content_digest"), sha256(canonical(content(one))))
        }
    }

    @Test
    fun `a question that is shown otherwise than it was asked is not signed`() {
        val item = vectors.objects("contents").first() + ("notification_uuid" to vectors.getValue("challenge"))
        assertTrue(Question(JsonObject(item)).digest().isNotEmpty())
        val other = vectors.objects("contents")[1].getValue("body")
        assertFails { Question(JsonObject(item + ("body" to other))).digest() }
    }

    @Test
    fun `a signature in DER becomes r and s`() {
        for (one in vectors.objects("signatures")) {
            assertContentEquals(fromBase64url(one.text("raw")), rawOf(fromBase64url(one.text("der"))))
        }
    }

    @Test
    fun `what is no signature is refused`() {
        val der = fromBase64url(vectors.objects("signatures").first().text("der"))
        for (length in der.indices) assertFails { rawOf(der.copyOf(length)) }
        assertFails { rawOf(der + 0) }
    }

    @Test
    fun `a statement is signed as the service reads it`() {
        val one = vectors.getValue("statement").jsonObject
        val (uuid, digest, response) = listOf("notification_uuid", "content_digest", "response").map(one::text)
        val statement = statementOf(uuid, digest, response, one.getValue("iat").jsonPrimitive.long, one.text("nonce"))
        assertEquals(one.text("jws").substringBeforeLast('.'), signingInput(jsonOf("kid" to one.text("device_id")), statement))
    }

    @Test
    fun `a callback that was not asked for is refused`() {
        val settings = Settings("https://id.example", "https://mobile.example", "client", "com.example.wallet:/callback")
        val asked = SignIn(settings)
        for (query in listOf("", "?code=c", "?code=c&state=other&iss=https://id.example", "?code=c&state=${asked.state}")) {
            val refused = assertFails { runBlocking { asked.finish(settings.redirectUri + query) } }
            assertEquals("This is not the answer to our question.", refused.message)
        }
    }

    @Test
    fun `the login is bound to its beginning by PKCE`() {
        assertEquals(vectors.text("challenge"), sha256(vectors.text("verifier")))
    }
}
