import XCTest
@testable import CountersignCore

/// Tests with the same examples as the app for Android. The tests of the service verify them too.
final class VectorsTests: XCTestCase {
    private struct Vectors: Decodable {
        let verifier: String
        let challenge: String
        let contents: [Content]
        let statement: Statement
    }

    private struct Content: Codable {
        let actions: [Action]
        let body: [Wording]
        let canonical: String
        let content_digest: String
    }

    private struct Statement: Decodable {
        let device_id: String
        let notification_uuid: String
        let content_digest: String
        let response: String
        let iat: Int
        let nonce: String
        let jws: String
    }

    private func vectors() throws -> Vectors {
        let url = try XCTUnwrap(Bundle.module.url(forResource: "vectors", withExtension: "json"))
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }

    private func question(_ content: Content, digest: String? = nil) -> Question {
        Question(
            actions: content.actions, body: content.body, notification_uuid: "n-1",
            content_digest: digest ?? content.content_digest
        )
    }

    func testAContentHasTheCanonicalFormAndTheDigestOfTheService() throws {
        for one in try vectors().contents {
            XCTAssertEqual(Array(question(one).content.canonical.utf8), Array(one.canonical.utf8))
            XCTAssertEqual(try question(one).digest(), one.content_digest)
        }
    }

    func testAQuestionThatIsShownOtherwiseThanItWasAskedIsNotSigned() throws {
        let contents = try vectors().contents
        XCTAssertThrowsError(try question(contents[0], digest: contents[1].content_digest).digest())
    }

    func testAStatementIsSignedAsTheServiceReadsIt() throws {
        let one = try vectors().statement
        let payload = statementOf(
            one.notification_uuid, one.content_digest, response: one.response, iat: one.iat, nonce: one.nonce
        )
        let input = signingInput(header: ["kid": .string(one.device_id)], payload: payload)
        XCTAssertTrue(one.jws.hasPrefix(input + "."))
    }

    func testACallbackThatWasNotAskedForIsRefused() async throws {
        let service = Service(
            issuer: "https://id.example", mobileUrl: "https://mobile.example", clientId: "client",
            redirectUri: "com.example.wallet:/callback"
        )
        let asked = SignIn(service)
        for query in ["", "?code=c", "?code=c&state=other&iss=https://id.example", "?code=c&state=" + asked.state] {
            let callback = try XCTUnwrap(URL(string: service.redirectUri + query))
            do {
                _ = try await asked.finish(callback)
                XCTFail("It was taken: \(query)")
            } catch let refused as Refused {
                XCTAssertEqual(refused.message, "This is not the answer to our question.")
            }
        }
    }

    func testTheLoginIsBoundToItsBeginningByPKCE() throws {
        let given = try vectors()
        XCTAssertEqual(sha256(given.verifier), given.challenge)
    }
}
