// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Navigation",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Navigation", targets: ["Navigation"]),
    .library(name: "NavigationTesting", targets: ["NavigationTesting"]),
  ],
  targets: [
    .target(name: "Navigation", swiftSettings: settings),
    .target(name: "NavigationTesting", dependencies: ["Navigation"], swiftSettings: settings),
    .testTarget(
      name: "NavigationTests",
      dependencies: ["Navigation", "NavigationTesting"],
      swiftSettings: settings
    ),
  ]
)
