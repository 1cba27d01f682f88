// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Networking",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "LoopbackServer", targets: ["LoopbackServer"]),
    .library(name: "NetworkingTesting", targets: ["NetworkingTesting"]),
  ],
  traits: [
    .trait(
      name: "URLSessionTransport",
      description: "Also builds URLSessionTransport on Linux, where it links FoundationNetworking."
    ),
    .trait(
      name: "LinkedLibcurl",
      description: "Links libcurl and zlib on Linux instead of loading them at run time, for static programs."
    ),
  ],
  targets: [
    .target(
      name: "CurlABI",
      cSettings: [.define("CURLABI_LINKED", .when(traits: ["LinkedLibcurl"]))],
      linkerSettings: [
        .linkedLibrary("curl", .when(platforms: [.linux], traits: ["LinkedLibcurl"])),
        .linkedLibrary("z", .when(platforms: [.linux], traits: ["LinkedLibcurl"])),
      ]
    ),
    .target(name: "NetworkingFoundation", swiftSettings: settings),
    .target(
      name: "Networking",
      dependencies: ["NetworkingFoundation", .target(name: "CurlABI", condition: .when(platforms: [.linux]))],
      swiftSettings: settings
    ),
    .target(name: "LoopbackServer", dependencies: ["Networking", "NetworkingFoundation"], swiftSettings: settings),
    .target(
      name: "NetworkingTesting",
      dependencies: ["Networking", "LoopbackServer", "NetworkingFoundation"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetworkingTests",
      dependencies: ["Networking", "LoopbackServer", "NetworkingTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "LoopbackServerTests",
      dependencies: ["LoopbackServer", "Networking"],
      swiftSettings: settings
    ),
  ]
)
