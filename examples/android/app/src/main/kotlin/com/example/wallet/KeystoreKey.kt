package com.example.wallet

import android.app.Activity
import android.hardware.biometrics.BiometricManager.Authenticators.BIOMETRIC_STRONG
import android.hardware.biometrics.BiometricManager.Authenticators.DEVICE_CREDENTIAL
import android.hardware.biometrics.BiometricPrompt
import android.os.CancellationSignal
import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import android.security.keystore.StrongBoxUnavailableException
import com.example.countersign.DeviceKey
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withContext
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.PrivateKey
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException

private const val STORE = "AndroidKeyStore"
private const val WHO = BIOMETRIC_STRONG or DEVICE_CREDENTIAL

class UserRefused(message: String) : Exception(message)

/**
 * A key in the Keystore, or in its StrongBox if the phone has one. It cannot be read, and each signature asks for a
 * fingerprint, a face or the passcode of the phone.
 */
class KeystoreKey private constructor(private val activity: Activity, private val alias: String) : DeviceKey {
    override val publicKey = keystore().getCertificate(alias).publicKey as ECPublicKey

    override suspend fun sign(bytes: ByteArray): ByteArray {
        val signature = Signature.getInstance("SHA256withECDSA")
        signature.initSign(keystore().getKey(alias, null) as PrivateKey)
        val allowed = allowed(signature)
        return withContext(Dispatchers.Default) {
            allowed.update(bytes)
            allowed.sign()
        }
    }

    /** Asks the user to allow this signature, and returns it. */
    private suspend fun allowed(signature: Signature): Signature = suspendCancellableCoroutine { waiting ->
        val cancelling = CancellationSignal().apply { waiting.invokeOnCancellation { cancel() } }
        val told = object : BiometricPrompt.AuthenticationCallback() {
            override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult) =
                waiting.resume(result.cryptoObject?.signature ?: signature)

            override fun onAuthenticationError(code: Int, message: CharSequence) =
                waiting.resumeWithException(UserRefused(message.toString()))
        }
        BiometricPrompt.Builder(activity)
            .setTitle("Confirm with your phone")
            .setAllowedAuthenticators(WHO)
            .build()
            .authenticate(BiometricPrompt.CryptoObject(signature), cancelling, activity.mainExecutor, told)
    }

    companion object {
        fun find(activity: Activity, alias: String): KeystoreKey? =
            if (keystore().containsAlias(alias)) KeystoreKey(activity, alias) else null

        fun create(activity: Activity, alias: String): KeystoreKey {
            try {
                generate(alias, strongBox = true)
            } catch (_: StrongBoxUnavailableException) {
                generate(alias, strongBox = false)
            }
            return KeystoreKey(activity, alias)
        }

        private fun keystore(): KeyStore = KeyStore.getInstance(STORE).apply { load(null) }

        private fun generate(alias: String, strongBox: Boolean) {
            val spec = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_SIGN)
                .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
                .setDigests(KeyProperties.DIGEST_SHA256)
                .setUserAuthenticationRequired(true)
                .setUserAuthenticationParameters(0, KeyProperties.AUTH_BIOMETRIC_STRONG or KeyProperties.AUTH_DEVICE_CREDENTIAL)
                .setIsStrongBoxBacked(strongBox)
                .build()
            KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE).run {
                initialize(spec)
                generateKeyPair()
            }
        }
    }
}
