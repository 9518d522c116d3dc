import AuthenticationServices
import CountersignCore
import SwiftUI

struct WalletView: View {
    @Environment(\.webAuthenticationSession) private var browser
    @State private var wallet = Wallet()

    var body: some View {
        NavigationStack {
            List {
                Text(wallet.said).foregroundStyle(.secondary)
                if wallet.isSignedIn {
                    ForEach(wallet.questions) { card($0) }
                } else {
                    Button("Sign in") { signIn() }
                }
            }
            .navigationTitle(wallet.isSignedIn ? "Your questions" : "Welcome")
            .refreshable { if wallet.isSignedIn { await wallet.refresh() } }
            .disabled(wallet.isBusy)
        }
    }

    private func card(_ question: Question) -> some View {
        let words = question.words(in: Locale.current.language.languageCode?.identifier ?? "en")
        return Section(words?.subject ?? "") {
            Text(words?.message ?? "")
            ForEach(question.actions, id: \.self) { action in
                Button(words?.label(of: action) ?? action.label) {
                    Task { await wallet.answer(question, action) }
                }
            }
        }
    }

    private func signIn() {
        Task {
            await wallet.signIn { page, scheme in
                try await browser.authenticate(using: page, callbackURLScheme: scheme)
            }
        }
    }
}
