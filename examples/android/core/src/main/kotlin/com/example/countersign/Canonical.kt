package com.example.countersign

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

private val WHOLE = Regex("-?(?:0|[1-9][0-9]{0,14})")

/**
 * The canonical form of RFC 8785: the members of each object in the order of their UTF-16 units, and no spaces.
 * Contents have whole numbers only; any other is refused.
 */
internal fun canonical(value: JsonElement): String = buildString { write(value) }

private fun StringBuilder.write(value: JsonElement) {
    when (value) {
        is JsonObject -> writeAll('{', '}', value.toSortedMap().entries) { (name, member) ->
            write(name)
            append(':')
            write(member)
        }
        is JsonArray -> writeAll('[', ']', value) { write(it) }
        is JsonNull -> append("null")
        is JsonPrimitive -> if (value.isString) write(value.content) else append(numberOrTruth(value.content))
    }
}

private fun <T> StringBuilder.writeAll(open: Char, close: Char, all: Collection<T>, one: (T) -> Unit) {
    append(open)
    all.forEachIndexed { index, item ->
        if (index > 0) append(',')
        one(item)
    }
    append(close)
}

private fun numberOrTruth(text: String): String {
    require(text == "true" || text == "false" || (text != "-0" && WHOLE.matches(text))) { "$text has no place in a content" }
    return text
}

private val ESCAPES = mapOf(
    '"' to "\\\"", '\\' to "\\\\", '\b' to "\\b", '\u000c' to "\\f", '\n' to "\\n", '\r' to "\\r", '\t' to "\\t",
)

private fun StringBuilder.write(text: String) {
    append('"')
    for (char in text) append(ESCAPES[char] ?: if (char < ' ') "\\u%04x".format(char.code) else char)
    append('"')
}
