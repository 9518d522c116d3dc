import Foundation

/// The addresses of the service, and the client of this app.
public struct Service {
    public let issuer: String
    public let mobileUrl: String
    public let clientId: String
    public let redirectUri: String

    public init(issuer: String, mobileUrl: String, clientId: String, redirectUri: String) {
        self.issuer = issuer
        self.mobileUrl = mobileUrl
        self.clientId = clientId
        self.redirectUri = redirectUri
    }
}

/// A user who is signed in. Keep the token in memory only.
public struct Session {
    let accessToken: String
    public let sub: String
}

/// The service refused a call, or its answer was invalid. Code 141: the user is blocked; 0: the service gave no code.
public struct Refused: LocalizedError {
    public let code: Int
    public let message: String
    public var errorDescription: String? { message }
}

/// Opens the login page in the system's browser, and returns from it (RFC 8252, with PKCE). A new user follows the link
/// for an activation code.
public struct SignIn {
    let service: Service
    let verifier = randomText()
    let state = randomText(bytes: 16)

    public init(_ service: Service) {
        self.service = service
    }

    /// The login page. `prompt` demands a new login, because a device must be registered within five minutes of one.
    public var page: URL {
        get throws {
            let query = form([
                ("client_id", service.clientId), ("response_type", "code"), ("redirect_uri", service.redirectUri),
                ("scope", "openid notifications"), ("state", state), ("prompt", "login"),
                ("code_challenge", sha256(verifier)), ("code_challenge_method", "S256"),
            ])
            return try address(service.issuer + "/oauth/authorize?" + query)
        }
    }

    /// Finishes the sign-in. `callback` is the address with which the browser returned.
    public func finish(_ callback: URL) async throws -> Session {
        let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let back = { (name: String) in items.first { $0.name == name }?.value }
        let place = callback.absoluteString.prefix { $0 != "?" }
        guard place == service.redirectUri, back("state") == state, back("iss") == service.issuer else {
            throw Refused(code: 0, message: "This is not the answer to our question.")
        }
        guard let code = back("code") else {
            throw Refused(code: 0, message: "Not signed in: \(back("error") ?? "without a reason")")
        }
        let body = form([
            ("grant_type", "authorization_code"), ("client_id", service.clientId), ("code", code),
            ("code_verifier", verifier), ("redirect_uri", service.redirectUri),
        ])
        let sent = try await post(service.issuer + "/oauth/token", type: "application/x-www-form-urlencoded", Data(body.utf8))
        guard sent.status == 200, let tokens = try? JSONDecoder().decode(Tokens.self, from: sent.data) else {
            throw Refused(code: 0, message: "Not signed in: \(sent.status)")
        }
        return Session(accessToken: tokens.access_token, sub: try subject(of: tokens.id_token))
    }
}

private struct Tokens: Decodable {
    let access_token: String
    let id_token: String
}

private struct Claims: Decodable {
    let sub: String
}

/// The claims. The signature is not checked, because the token came over TLS (OpenID Connect Core, 3.1.3.7).
private func subject(of idToken: String) throws -> String {
    let parts = idToken.split(separator: ".")
    guard parts.count == 3, let data = fromBase64url(String(parts[1])) else {
        throw Refused(code: 0, message: "The service gave an answer that is not understood.")
    }
    return try JSONDecoder().decode(Claims.self, from: data).sub
}

func fromBase64url(_ text: String) -> Data? {
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
}

private let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

private func form(_ fields: [(String, String)]) -> String {
    fields
        .map { $0 + "=" + ($1.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "") }
        .joined(separator: "&")
}

func address(_ text: String) throws -> URL {
    guard let url = URL(string: text), url.scheme == "https" else {
        throw Refused(code: 0, message: "\(text) is no address of https.")
    }
    return url
}
