import Foundation

/// A key of P-256 that never leaves the device.
public protocol DeviceKey {
    /// The coordinates x and y, 64 bytes together.
    var publicKey: Data { get }

    /// Signs with ES256, and returns r and s, 64 bytes together. The phone may ask the user first.
    func sign(_ data: Data) throws -> Data
}

/// The public key as a JWK (RFC 7517).
func jwk(of key: DeviceKey) -> JSON {
    .object([
        "kty": .string("EC"),
        "crv": .string("P-256"),
        "x": .string(base64url(key.publicKey.prefix(32))),
        "y": .string(base64url(key.publicKey.suffix(32))),
    ])
}

/// The text that ES256 signs: header and payload of a compact JWS (RFC 7515).
func signingInput(header: [String: JSON], payload: [String: JSON]) -> String {
    let complete = header.merging(["alg": .string("ES256")]) { _, ours in ours }
    return [complete, payload].map { base64url(Data(JSON.object($0).canonical.utf8)) }.joined(separator: ".")
}

func signedJws(by key: DeviceKey, header: [String: JSON], payload: [String: JSON]) throws -> String {
    let input = signingInput(header: header, payload: payload)
    return input + "." + base64url(try key.sign(Data(input.utf8)))
}
