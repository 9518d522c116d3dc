// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "CountersignCore",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [.library(name: "CountersignCore", targets: ["CountersignCore"])],
    targets: [
        .target(name: "CountersignCore"),
        .testTarget(name: "CountersignCoreTests", dependencies: ["CountersignCore"], resources: [.copy("vectors.json")]),
    ]
)
