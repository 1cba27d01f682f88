// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Markets",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Markets", targets: ["Markets"]),
    .library(name: "Portfolio", targets: ["Portfolio"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Components"),
    .package(path: "../FetchCounter"),
    .package(path: "../Navigation"),
    .package(path: "../Networking"),
    .package(path: "../SampleServices"),
  ],
  targets: [
    .target(
      name: "Portfolio",
      dependencies: [
        .product(name: "Basics", package: "Basics"),
        .product(name: "Persistence", package: "FetchCounter"),
      ],
      exclude: ["README.md"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PortfolioTests",
      dependencies: [
        "Portfolio",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "Persistence", package: "FetchCounter"),
        .product(name: "PersistenceTesting", package: "FetchCounter"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Markets",
      dependencies: [
        "Portfolio",
        .product(name: "Basics", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "Persistence", package: "FetchCounter"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MarketsTests",
      dependencies: [
        "Markets",
        "Portfolio",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "NetworkingTesting", package: "Networking"),
        .product(name: "Persistence", package: "FetchCounter"),
        .product(name: "PersistenceTesting", package: "FetchCounter"),
        .product(name: "SampleServices", package: "SampleServices"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
  ]
)
