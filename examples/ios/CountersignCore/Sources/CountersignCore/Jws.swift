import Foundation

/// A key of P-256 that never leaves the device.
public protocol DeviceKey {
    /// 64 bytes: x and y.
    var publicKey: Data { get }

    /// ES256, as 64 bytes: r and s. May ask the user.
    func sign(_ data: Data) throws -> Data
}

/// The public half as a JWK (RFC 7517).
func jwk(of key: DeviceKey) -> JSON {
    .object([
        "kty": .string("EC"),
        "crv": .string("P-256"),
        "x": .string(base64url(key.publicKey.prefix(32))),
        "y": .string(base64url(key.publicKey.suffix(32))),
    ])
}

/// What is signed: header and payload of a compact JWS (RFC 7515) by ES256.
func signingInput(header: [String: JSON], payload: [String: JSON]) -> String {
    let complete = header.merging(["alg": .string("ES256")]) { _, ours in ours }
    return [complete, payload].map { base64url(Data(JSON.object($0).canonical.utf8)) }.joined(separator: ".")
}

func signedJws(by key: DeviceKey, header: [String: JSON], payload: [String: JSON]) throws -> String {
    let input = signingInput(header: header, payload: payload)
    return input + "." + base64url(try key.sign(Data(input.utf8)))
}
