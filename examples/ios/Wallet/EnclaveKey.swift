import CountersignCore
import CryptoKit
import Foundation
import LocalAuthentication

/// A key in the Secure Enclave. It cannot be read, and each signature asks for a face, a fingerprint or the passcode.
struct EnclaveKey: DeviceKey {
    /// The stored form of the key, encrypted by the Secure Enclave, so that only this phone can use it.
    let kept: Data
    let publicKey: Data

    static func create() throws -> EnclaveKey {
        let access = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.privateKeyUsage, .userPresence], nil
        )
        guard let access else { throw NoKey() }
        let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        return EnclaveKey(kept: key.dataRepresentation, publicKey: key.publicKey.rawRepresentation)
    }

    static func find(_ kept: Data) -> EnclaveKey? {
        guard let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: kept) else { return nil }
        return EnclaveKey(kept: kept, publicKey: key.publicKey.rawRepresentation)
    }

    func sign(_ data: Data) throws -> Data {
        let asking = LAContext()
        asking.localizedReason = "Confirm with your phone"
        let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: kept, authenticationContext: asking)
        return try key.signature(for: data).rawRepresentation
    }
}

struct NoKey: LocalizedError {
    let errorDescription: String? = "This phone needs a code before it can keep a key."
}
