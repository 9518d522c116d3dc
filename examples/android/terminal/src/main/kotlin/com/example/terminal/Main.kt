/** The app as a program for a terminal. Its key is in memory, and the browser returns to a port of this machine. */
package com.example.terminal

import com.example.countersign.Countersign
import com.example.countersign.DeviceKey
import com.example.countersign.Question
import com.example.countersign.Settings
import com.example.countersign.SignIn
import com.sun.net.httpserver.HttpServer
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import java.net.InetSocketAddress
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import java.util.concurrent.CompletableFuture

fun main() = runBlocking {
    val callback = CompletableFuture<String>()
    val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0)
    val redirectUri = "http://127.0.0.1:${server.address.port}/callback"
    server.createContext("/callback") { exchange ->
        val text = "Continue in the terminal.".toByteArray()
        exchange.sendResponseHeaders(200, text.size.toLong())
        exchange.responseBody.use { it.write(text) }
        callback.complete("$redirectUri?${exchange.requestURI.rawQuery.orEmpty()}")
    }
    server.start()

    val settings = Settings(given("ISSUER"), given("MOBILE_URL"), given("CLIENT_ID"), redirectUri)
    val signIn = SignIn(settings)
    println("Open ${signIn.page}")
    val session = signIn.finish(callback.get())
    server.stop(0)

    val countersign = Countersign(settings, session)
    val key = KeyInMemory()
    val deviceId = countersign.enrol("Phone in a terminal", key)
    println("Enrolled device $deviceId. Waiting for a question …")
    val question = firstQuestion(countersign)
    val body = question.body("en")
    println("\n${body.subject}\n${body.message}")
    question.actions.forEachIndexed { index, action -> println("${index + 1} ${body.labelOf(action)} (${action.action})") }
    val typed = System.getenv("ANSWER") ?: readln()
    val chosen = question.actions.firstOrNull { it.action == typed } ?: question.actions[typed.toInt() - 1]
    val isVerified = countersign.answer(question, chosen, deviceId, key)
    println("Answered ${chosen.action}, signature verified: $isVerified")
}

private fun given(name: String): String = System.getenv(name) ?: error("Set $name, as the README says")

private suspend fun firstQuestion(countersign: Countersign): Question {
    while (true) {
        countersign.questions().firstOrNull()?.let { return it }
        delay(1_000)
    }
}

private class KeyInMemory : DeviceKey {
    private val pair = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }.generateKeyPair()
    override val publicKey = pair.public as ECPublicKey

    override suspend fun sign(bytes: ByteArray): ByteArray =
        Signature.getInstance("SHA256withECDSA").run {
            initSign(pair.private)
            update(bytes)
            sign()
        }
}
