// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Directory",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Directory", targets: ["Directory"])],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Components"),
    .package(path: "../Navigation"),
    .package(path: "../Networking"),
    .package(path: "../SampleServices"),
  ],
  targets: [
    .target(
      name: "Directory",
      dependencies: [
        .product(name: "Basics", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DirectoryTests",
      dependencies: [
        "Directory",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "NavigationTesting", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "NetworkingTesting", package: "Networking"),
        .product(name: "SampleServices", package: "SampleServices"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
  ]
)
