import Foundation

/// The operations that an app calls for a signed-in user.
public final class Countersign {
    private let service: Service
    private let session: Session
    /// How far the service's clock is ahead. A phone's clock may be wrong, so statements contain the service's time.
    private var ahead: TimeInterval = 0

    public init(service: Service, session: Session) {
        self.service = service
        self.session = session
    }

    /// Registers the key, and returns the id of the device. The login must be at most five minutes old.
    public func enrol(name: String, key: DeviceKey) async throws -> String {
        let nonce = try await call("BeginDevice", [:], Begun.self).nonce
        let claims: [String: JSON] = [
            "sub": .string(session.sub), "aud": .string(service.mobileUrl), "iat": .integer(now), "nonce": .string(nonce),
        ]
        let header: [String: JSON] = ["typ": .string("device-proof+jwt"), "jwk": jwk(of: key)]
        let proof = try signedJws(by: key, header: header, payload: claims)
        let given: [String: JSON] = [
            "name": .string(name), "platform": .string("ios"), "publicKey": jwk(of: key), "proof": .string(proof),
        ]
        return try await call("RegisterDevice", given, Registered.self).device_id
    }

    /// The questions that wait for an answer.
    public func questions() async throws -> [Question] {
        let page: [String: JSON] = ["recordCount": .integer(50), "startIndex": .integer(1)]
        return try await call("GetNotifications", page, List.self).notifications
    }

    /// Sends the answer with a signed statement. Returns whether the service has verified the signature.
    public func answer(_ question: Question, _ action: Action, deviceId: String, key: DeviceKey) async throws -> Bool {
        let digest = try question.digest()
        let statement = statementOf(question.id, digest, response: action.action, iat: now, nonce: randomText(bytes: 16))
        let signature = try signedJws(by: key, header: ["kid": .string(deviceId)], payload: statement)
        let given: [String: JSON] = [
            "notificationID": .string(question.id), "response": .string(action.action), "signature": .string(signature),
        ]
        return try await call("UpdateNotification", given, Updated.self).is_ds_verified ?? false
    }

    private var now: Int { Int(Date().timeIntervalSince1970 + ahead) }

    private func call<Result: Decodable>(_ operation: String, _ given: [String: JSON], _: Result.Type) async throws -> Result {
        let body = Data(JSON.object(given).canonical.utf8)
        let url = service.mobileUrl + "/mobile/v1/" + operation
        let answer = try await post(url, type: "application/json", body, token: session.accessToken)
        if let date = answer.date { ahead = date.timeIntervalSinceNow }
        guard answer.status != 401 else { throw Refused(code: 401, message: "The login has ended.") }
        guard let event = try? JSONDecoder().decode(Event<Result>.self, from: answer.data) else {
            let failed = try? JSONDecoder().decode(Event<Failure>.self, from: answer.data)
            let reason = failed?.response.ResponseData.reason ?? ""
            let said = "\(failed?.response.StatusMsg ?? "status \(answer.status)") \(reason)"
            throw Refused(code: failed?.response.StatusCode ?? 0, message: "\(operation): \(said)")
        }
        guard event.response.StatusCode == success else {
            throw Refused(code: event.response.StatusCode, message: "\(operation): \(event.response.StatusMsg)")
        }
        return event.response.ResponseData
    }
}

private let success = 100

/// The statement that the device signs. It must have exactly these five members.
func statementOf(_ uuid: String, _ digest: String, response: String, iat: Int, nonce: String) -> [String: JSON] {
    [
        "notification_uuid": .string(uuid), "content_digest": .string(digest), "response": .string(response),
        "iat": .integer(iat), "nonce": .string(nonce),
    ]
}

private struct Event<Result: Decodable>: Decodable {
    struct Response: Decodable {
        let StatusCode: Int
        let StatusMsg: String
        let ResponseData: Result
    }

    let response: Response
}

private struct Failure: Decodable { let reason: String? }
private struct Begun: Decodable { let nonce: String }
private struct Registered: Decodable { let device_id: String }
private struct List: Decodable { let notifications: [Question] }
private struct Updated: Decodable { let is_ds_verified: Bool? }

struct Answer {
    let status: Int
    let data: Data
    let date: Date?
}

private let mostBytes = 8 * 1024 * 1024

func post(_ url: String, type: String, _ body: Data, token: String? = nil) async throws -> Answer {
    var request = URLRequest(url: try address(url), timeoutInterval: 15)
    request.httpMethod = "POST"
    request.httpBody = body
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let http = response as? HTTPURLResponse, data.count <= mostBytes else {
        throw Refused(code: 0, message: "The service gave an answer that is not understood.")
    }
    return Answer(status: http.statusCode, data: data, date: http.value(forHTTPHeaderField: "Date").flatMap { dates.date(from: $0) })
}

private let dates: DateFormatter = {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format
}()
