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
  dependencies: [.package(path: "../Basics")],
  targets: [
    .target(
      name: "Navigation",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .target(
      name: "NavigationTesting",
      dependencies: ["Navigation", .product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NavigationTests",
      dependencies: [
        "Navigation",
        "NavigationTesting",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      swiftSettings: settings
    ),
  ]
)
