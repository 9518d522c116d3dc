package com.example.wallet

import android.app.Activity
import android.util.TypedValue
import android.view.View
import android.view.ViewGroup.LayoutParams.MATCH_PARENT
import android.view.ViewGroup.LayoutParams.WRAP_CONTENT
import android.widget.Button
import android.widget.LinearLayout
import android.widget.ScrollView
import android.widget.TextView
import com.example.countersign.Action
import com.example.countersign.Question
import java.util.Locale

/** The content of the screen: a title, a line below it, and cards. */
class Screen(private val activity: Activity) {
    private val title = text(size = 28f)
    private val line = text(size = 16f)
    private val cards = LinearLayout(activity).apply { orientation = LinearLayout.VERTICAL }

    init {
        val all = LinearLayout(activity).apply {
            orientation = LinearLayout.VERTICAL
            setPadding(dp(24), dp(32), dp(24), dp(24))
        }
        listOf(title, line, cards).forEach { all.addView(it, MATCH_PARENT, WRAP_CONTENT) }
        val scrolling = ScrollView(activity).apply { fitsSystemWindows = true }
        scrolling.addView(all, MATCH_PARENT, WRAP_CONTENT)
        activity.setContentView(scrolling)
    }

    fun signedOut(said: String, signIn: () -> Unit) {
        show("Welcome", said)
        cards.addView(button("Sign in", signIn))
    }

    fun questions(items: List<Question>, said: String, refresh: () -> Unit, answer: (Question, Action) -> Unit) {
        show(if (items.isEmpty()) "Nothing to answer" else "Your questions", said)
        for (item in items) cards.addView(card(item, answer))
        cards.addView(button("Look again", refresh))
    }

    fun busy(said: String) = show("One moment", said)

    private fun show(heading: String, said: String) {
        title.text = heading
        line.text = said
        cards.removeAllViews()
    }

    private fun card(item: Question, answer: (Question, Action) -> Unit): View {
        val body = item.body(Locale.getDefault().language)
        return LinearLayout(activity).apply {
            orientation = LinearLayout.VERTICAL
            setPadding(0, dp(24), 0, 0)
            addView(text(20f).apply { text = body.subject })
            addView(text(16f).apply { text = body.message })
            for (action in item.actions) addView(button(body.labelOf(action)) { answer(item, action) })
        }
    }

    private fun text(size: Float) = TextView(activity).apply {
        setTextSize(TypedValue.COMPLEX_UNIT_SP, size)
        setPadding(0, 0, 0, dp(8))
    }

    private fun button(label: String, pressed: () -> Unit) = Button(activity).apply {
        text = label
        isAllCaps = false
        setOnClickListener { pressed() }
    }

    private fun dp(value: Int): Int = (value * activity.resources.displayMetrics.density).toInt()
}
