// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "FetchCounter",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FetchCounter", targets: ["FetchCounter"]),
    .library(name: "Persistence", targets: ["Persistence"]),
    .library(name: "PersistenceTesting", targets: ["PersistenceTesting"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Components"),
    .package(path: "../Navigation"),
    .package(path: "../Networking"),
  ],
  targets: [
    .target(name: "Persistence", dependencies: [.product(name: "Basics", package: "Basics")], swiftSettings: settings),
    .target(
      name: "PersistenceTesting",
      dependencies: [
        "Persistence",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "FetchCounter",
      dependencies: [
        "Persistence",
        .product(name: "Basics", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FetchCounterTests",
      dependencies: [
        "FetchCounter",
        "Persistence",
        "PersistenceTesting",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "NetworkingTesting", package: "Networking"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PersistenceTests",
      dependencies: [
        "Persistence",
        "PersistenceTesting",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      swiftSettings: settings
    ),
  ]
)
