import CountersignCore
import Foundation
import Observation
import UIKit

/// Signs the user in, registers this phone as a device, lists the questions, and signs the answers.
@MainActor @Observable
final class Wallet {
    private struct Device {
        let countersign: Countersign
        let id: String
        let key: EnclaveKey
    }

    /// The addresses of the service. A simulator reaches your machine as localhost.
    private static let service = Service(
        issuer: "https://localhost:8006/service/authserver",
        mobileUrl: "https://localhost:8007",
        clientId: "", // the clientId of the client that you create as the README says
        redirectUri: "com.example.wallet:/callback"
    )

    private(set) var questions: [Question] = []
    private(set) var said = "New here? The login page takes your activation code."
    private(set) var isBusy = false
    private var device: Device?

    var isSignedIn: Bool { device != nil }

    func signIn(browse: (URL, String) async throws -> URL) async {
        await perform {
            let begun = SignIn(Self.service)
            let session = try await begun.finish(try await browse(begun.page, "com.example.wallet"))
            self.device = try await self.device(of: session)
            try await self.look()
            self.said = "This phone signs your answers."
        }
    }

    func refresh() async {
        await perform { try await self.look() }
    }

    func answer(_ question: Question, _ action: Action) async {
        guard let device else { return }
        guard action.authlevel == 0 else {
            said = "This answer needs a step-up, which this example does not have."
            return
        }
        await perform {
            let isVerified = try await device.countersign.answer(question, action, deviceId: device.id, key: device.key)
            self.said = isVerified ? "Thank you. Your signature was verified." : "Your answer was taken."
            try await self.look()
        }
    }

    private func look() async throws {
        questions = try await device?.countersign.questions() ?? []
    }

    private func device(of session: Session) async throws -> Device {
        let countersign = Countersign(service: Self.service, session: session)
        let known = UserDefaults.standard.dictionary(forKey: session.sub)
        if let id = known?["id"] as? String, let kept = known?["key"] as? Data, let key = EnclaveKey.find(kept) {
            return Device(countersign: countersign, id: id, key: key)
        }
        let key = try EnclaveKey.create()
        let id = try await countersign.enrol(name: UIDevice.current.name, key: key)
        UserDefaults.standard.set(["id": id, "key": key.kept] as [String: Any], forKey: session.sub)
        return Device(countersign: countersign, id: id, key: key)
    }

    private func perform(_ work: () async throws -> Void) async {
        isBusy = true
        defer { isBusy = false }
        do {
            try await work()
        } catch {
            if (error as? Refused)?.code == 401 { device = nil }
            said = error.localizedDescription
        }
    }
}
