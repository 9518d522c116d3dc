import Foundation

/// An answer that the user can choose. Levels above 0 need a step-up, which this example does not support.
public struct Action: Codable, Hashable {
    public let label: String
    public let action: String
    public let authlevel: Int
}

/// The question in one language. `label` has the texts of its buttons in this language.
public struct Wording: Codable {
    public let lng: String
    public let subject: String
    public let message: String
    let label: [String: String]?

    public func label(of action: Action) -> String {
        label?[action.label] ?? action.label
    }
}

/// A question that waits for an answer.
public struct Question: Codable, Identifiable {
    public let actions: [Action]
    let body: [Wording]
    let notification_uuid: String
    let content_digest: String

    public var id: String { notification_uuid }

    /// The texts in the user's language, or else in the first language.
    public func words(in language: String) -> Wording? {
        body.first { $0.lng == language } ?? body.first
    }

    /// The digest to sign. It is computed from the shown content, so that the user signs exactly what was shown.
    func digest() throws -> String {
        let shown = sha256(content.canonical)
        guard shown == content_digest else {
            throw Refused(code: 0, message: "The question is not what the service says it is.")
        }
        return shown
    }

    /// The signed content: `actions` in their order, `body` sorted by the code points of the language.
    var content: JSON {
        let sorted = body.sorted {
            $0.lng.unicodeScalars.map(\.value).lexicographicallyPrecedes($1.lng.unicodeScalars.map(\.value))
        }
        return .object(["actions": .array(actions.map(\.json)), "body": .array(sorted.map(\.json))])
    }
}

extension Action {
    fileprivate var json: JSON {
        .object(["label": .string(label), "action": .string(action), "authlevel": .integer(authlevel)])
    }
}

extension Wording {
    fileprivate var json: JSON {
        var members: [String: JSON] = ["lng": .string(lng), "subject": .string(subject), "message": .string(message)]
        if let label { members["label"] = .object(label.mapValues(JSON.string)) }
        return .object(members)
    }
}
