package com.example.countersign

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import java.io.ByteArrayOutputStream
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URI

/** The service refused a call, or its answer was invalid. Code 141: the user is blocked; 0: the service gave no code. */
class Refused(val code: Int, message: String) : Exception(message)

internal class HttpAnswer(val status: Int, val json: JsonObject, val date: Long)

private const val PATIENCE_MS = 15_000
private const val MOST_BYTES = 8 * 1024 * 1024

internal suspend fun post(url: String, type: String, body: String, token: String? = null): HttpAnswer =
    withContext(Dispatchers.IO) {
        val address = URI(url)
        require(address.scheme == "https" || address.host in setOf("127.0.0.1", "localhost")) { "$url is not https" }
        val connection = address.toURL().openConnection() as HttpURLConnection
        try {
            connection.requestMethod = "POST"
            connection.doOutput = true
            connection.instanceFollowRedirects = false
            connection.connectTimeout = PATIENCE_MS
            connection.readTimeout = PATIENCE_MS
            connection.setRequestProperty("Content-Type", type)
            connection.setRequestProperty("Accept", "application/json")
            token?.let { connection.setRequestProperty("Authorization", "Bearer $it") }
            connection.outputStream.use { it.write(body.toByteArray(Charsets.UTF_8)) }
            val status = connection.responseCode
            val stream = if (status < 400) connection.inputStream else connection.errorStream
            HttpAnswer(status, objectIn(stream?.use(::textOf).orEmpty()), connection.date)
        } finally {
            connection.disconnect()
        }
    }

/** Reads a text. `readNBytes` cannot be used, because Android has it only since version 13. */
private fun textOf(stream: InputStream): String {
    val read = ByteArrayOutputStream()
    val part = ByteArray(16 * 1024)
    while (true) {
        val count = stream.read(part)
        if (count < 0) return String(read.toByteArray(), Charsets.UTF_8)
        read.write(part, 0, count)
        if (read.size() > MOST_BYTES) throw Refused(0, "The answer is too long.")
    }
}

private fun objectIn(text: String): JsonObject = try {
    Json.parseToJsonElement(text) as? JsonObject
} catch (_: SerializationException) {
    null
} ?: throw Refused(0, "The service gave an answer that is not understood.")
