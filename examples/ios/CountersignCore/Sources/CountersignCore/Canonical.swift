import CryptoKit
import Foundation

/// JSON as notifications use it, with whole numbers only.
enum JSON {
    case object([String: JSON])
    case array([JSON])
    case string(String)
    case integer(Int)
    case bool(Bool)
    case null

    /// The canonical form of RFC 8785: members in the order of their UTF-16 units, and no spaces.
    var canonical: String {
        switch self {
        case .object(let members):
            let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
            return "{" + sorted.map { quoted($0.key) + ":" + $0.value.canonical }.joined(separator: ",") + "}"
        case .array(let items): return "[" + items.map(\.canonical).joined(separator: ",") + "]"
        case .string(let text): return quoted(text)
        case .integer(let number): return String(number)
        case .bool(let isSo): return isSo ? "true" : "false"
        case .null: return "null"
        }
    }
}

private func quoted(_ text: String) -> String {
    var written = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": written += "\\\""
        case "\\": written += "\\\\"
        case "\u{08}": written += "\\b"
        case "\u{0C}": written += "\\f"
        case "\n": written += "\\n"
        case "\r": written += "\\r"
        case "\t": written += "\\t"
        case _ where scalar.value < 0x20: written += String(format: "\\u%04x", scalar.value)
        default: written.unicodeScalars.append(scalar)
        }
    }
    return written + "\""
}

func base64url(_ data: Data) -> String {
    data.base64EncodedString()
        .replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
}

func sha256(_ text: String) -> String {
    base64url(Data(SHA256.hash(data: Data(text.utf8))))
}

func randomText(bytes: Int = 32) -> String {
    base64url(SymmetricKey(size: SymmetricKeySize(bitCount: bytes * 8)).withUnsafeBytes { Data($0) })
}
