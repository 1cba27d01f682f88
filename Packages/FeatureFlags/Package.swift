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
  dependencies: [.package(path: "../Basics")],
  targets: [
    .target(
      name: "FeatureFlags",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .target(
      name: "FeatureFlagsTesting",
      dependencies: ["FeatureFlags", .product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FeatureFlagsTests",
      dependencies: [
        "FeatureFlags",
        "FeatureFlagsTesting",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      swiftSettings: settings
    ),
  ]
)
