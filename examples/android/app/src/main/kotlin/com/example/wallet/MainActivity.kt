package com.example.wallet

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Build
import android.os.Bundle
import com.example.countersign.Action
import com.example.countersign.Countersign
import com.example.countersign.Question
import com.example.countersign.Refused
import com.example.countersign.Session
import com.example.countersign.Settings
import com.example.countersign.SignIn
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.MainScope
import kotlinx.coroutines.cancel
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext

private const val CUSTOM_TAB = "android.support.customtabs.extra.SESSION"

/** Signs the user in, registers this phone as a device, shows the questions, and signs the answers. */
class MainActivity : Activity() {
    private val scope = MainScope()
    private val settings by lazy {
        Settings(getString(R.string.issuer), getString(R.string.mobile_url), getString(R.string.client_id), getString(R.string.redirect_uri))
    }

    /** The id of the registered device for each user. The key in the Keystore has the same name. */
    private val devices by lazy { getSharedPreferences("devices", MODE_PRIVATE) }
    private lateinit var screen: Screen
    private var signIn: SignIn? = null
    private var wallet: Wallet? = null

    private class Wallet(val countersign: Countersign, val deviceId: String, val key: KeystoreKey)

    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        screen = Screen(this)
        val (verifier, state) = listOf("verifier", "state").map { saved?.getString(it) }
        if (verifier != null && state != null) signIn = SignIn(settings, verifier, state)
        screen.signedOut("New here? The login page takes your activation code.", ::openLogin)
        intent?.data?.let(::comeBack)
    }

    /** Stores the unfinished sign-in, because the system may end the app while the browser is open. */
    override fun onSaveInstanceState(saved: Bundle) {
        super.onSaveInstanceState(saved)
        signIn?.let {
            saved.putString("verifier", it.verifier)
            saved.putString("state", it.state)
        }
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        intent.data?.let(::comeBack)
    }

    override fun onDestroy() {
        scope.cancel()
        super.onDestroy()
    }

    private fun openLogin() {
        val begun = SignIn(settings).also { signIn = it }
        val asCustomTab = Bundle().apply { putBinder(CUSTOM_TAB, null) }
        startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(begun.page)).putExtras(asCustomTab))
    }

    private fun comeBack(callback: Uri) {
        val begun = signIn ?: return
        signIn = null
        perform("Signing you in …") {
            val session = begun.finish(callback.toString())
            wallet = walletOf(session)
            refresh("This phone signs your answers.")
        }
    }

    private suspend fun walletOf(session: Session): Wallet {
        val countersign = Countersign(settings, session)
        val deviceId = devices.getString(session.sub, null)
        val known = deviceId?.let { KeystoreKey.find(this, session.sub) }
        if (deviceId != null && known != null) return Wallet(countersign, deviceId, known)
        val key = withContext(Dispatchers.Default) { KeystoreKey.create(this@MainActivity, session.sub) }
        val enrolled = countersign.enrol(Build.MODEL, key)
        devices.edit().putString(session.sub, enrolled).apply()
        return Wallet(countersign, enrolled, key)
    }

    private suspend fun refresh(said: String) {
        val items = wallet?.countersign?.questions().orEmpty()
        screen.questions(items, said, { perform("Looking …") { refresh("") } }, ::answer)
    }

    private fun answer(question: Question, action: Action) = perform("Sending your answer …") {
        if (action.authLevel > 0) return@perform refresh("This answer needs a step-up, which this example does not have.")
        val isVerified = wallet?.run { countersign.answer(question, action, deviceId, key) }
        refresh(if (isVerified == true) "Thank you. Your signature was verified." else "Your answer was taken.")
    }

    private fun perform(said: String, work: suspend () -> Unit) {
        screen.busy(said)
        scope.launch {
            try {
                work()
            } catch (error: CancellationException) {
                throw error
            } catch (error: Exception) {
                failed(error)
            }
        }
    }

    private fun failed(error: Exception) {
        val said = error.message ?: "That did not work."
        val hasEnded = wallet == null || (error is Refused && error.code == 401)
        if (hasEnded) screen.signedOut(said, ::openLogin)
        else screen.questions(emptyList(), said, { perform("Looking …") { refresh("") } }, ::answer)
    }
}
