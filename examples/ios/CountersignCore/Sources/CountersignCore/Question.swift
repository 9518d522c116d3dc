import Foundation

/// One of the answers that are offered. Levels above 0 need a step-up, which this example leaves to the account page.
public struct Action: Codable, Hashable {
    public let label: String
    public let action: String
    public let authlevel: Int
}

/// The question in one language. `label` says what its buttons are called there.
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

    /// In the language of the user, or else in the first.
    public func words(in language: String) -> Wording? {
        body.first { $0.lng == language } ?? body.first
    }

    /// Of what is shown, never of what the list says: what the user saw is what is signed.
    func digest() throws -> String {
        let shown = sha256(content.canonical)
        guard shown == content_digest else {
            throw Refused(code: 0, message: "The question is not what the service says it is.")
        }
        return shown
    }

    /// Everything that a signature covers: `actions` in their order, `body` by the code points of its language.
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
