// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Basics",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Basics", targets: ["Basics"]),
    .library(name: "BasicsTesting", targets: ["BasicsTesting"]),
  ],
  targets: [
    .target(name: "Basics", swiftSettings: settings),
    .target(name: "BasicsTesting", swiftSettings: settings),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "BasicsTesting"], swiftSettings: settings),
  ]
)
