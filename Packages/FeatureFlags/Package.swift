// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "FeatureFlags",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "FeatureFlags", targets: ["FeatureFlags"]),
    .library(name: "FeatureFlagsTesting", targets: ["FeatureFlagsTesting"]),
  ],
  targets: [
    .target(name: "FeatureFlags", swiftSettings: settings),
    .target(name: "FeatureFlagsTesting", dependencies: ["FeatureFlags"], swiftSettings: settings),
    .testTarget(
      name: "FeatureFlagsTests",
      dependencies: ["FeatureFlags", "FeatureFlagsTesting"],
      swiftSettings: settings
    ),
  ]
)
