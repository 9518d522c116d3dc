package com.example.countersign

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

/** An answer that the user can choose. Levels above 0 need a step-up, which this example does not support. */
data class Action(val label: String, val action: String, val authLevel: Int)

/** The question in one language. `labels` has the texts of its buttons in this language. */
data class Body(val language: String, val subject: String, val message: String, val labels: Map<String, String>) {
    fun labelOf(action: Action): String = labels[action.label] ?: action.label
}

/** A question that waits for an answer. */
class Question internal constructor(private val item: JsonObject) {
    val uuid: String = item.text("notification_uuid")
    val actions: List<Action> = item.objects("actions").map { Action(it.text("label"), it.text("action"), it.whole("authlevel")) }
    val bodies: List<Body> = item.objects("body").map { Body(it.text("lng"), it.text("subject"), it.text("message"), labelsOf(it)) }

    /** The texts in the user's language, or else in the first language. */
    fun body(language: String): Body = bodies.firstOrNull { it.language == language } ?: bodies.first()

    /** The digest to sign. It is computed from the shown content, so that the user signs exactly what was shown. */
    internal fun digest(): String {
        val shown = sha256(canonical(content(item)))
        if (shown != item.text("content_digest")) throw Refused(0, "The question is not what the service says it is.")
        return shown
    }
}

/** The signed content: `actions` in their order, `body` sorted by the code points of the language. */
internal fun content(item: JsonObject): JsonObject {
    val actions = item.objects("actions").map { it.only("label", "action", "authlevel") }
    val body = item.objects("body").map { it.only("lng", "subject", "message", "label") }
    return JsonObject(mapOf("actions" to JsonArray(actions), "body" to JsonArray(body.sortedWith(byLanguage))))
}

private val byLanguage = Comparator<JsonObject> { one, other ->
    val (left, right) = listOf(one, other).map { it.text("lng").codePoints().toArray() }
    val at = left.indices.firstOrNull { it >= right.size || left[it] != right[it] }
    if (at == null) left.size - right.size else left[at] - (right.getOrNull(at) ?: -1)
}

private fun labelsOf(body: JsonObject): Map<String, String> =
    body["label"]?.jsonObject?.mapValues { (_, label) -> label.jsonPrimitive.content }.orEmpty()

private fun JsonObject.only(vararg names: String) = JsonObject(filterKeys { it in names })

internal fun JsonObject.objects(name: String): List<JsonObject> = get(name)?.jsonArray.orEmpty().map { it.jsonObject }

internal fun JsonObject.text(name: String): String =
    (get(name) as? JsonPrimitive)?.takeIf { it.isString }?.content ?: throw Refused(0, "The answer has no $name.")

private fun JsonObject.whole(name: String): Int =
    (get(name) as? JsonPrimitive)?.content?.toIntOrNull() ?: throw Refused(0, "The answer has no $name.")
