// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "NetworkingExamples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Networking", path: "..")],
  targets: [
    .executableTarget(
      name: "typed-request",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pagination",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "downloader",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "live-events",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "offline-list",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "oauth-refresh",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "own-middleware",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "web-socket-chat",
      dependencies: [
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
  ]
)
