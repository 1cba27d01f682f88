// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Components"),
    .package(path: "../DependencyInjection"),
    .package(path: "../Directory"),
    .package(path: "../FeatureFlags"),
    .package(path: "../FetchCounter"),
    .package(path: "../Images"),
    .package(path: "../Markets"),
    .package(path: "../Navigation"),
    .package(path: "../Networking"),
    .package(path: "../SampleServices"),
  ],
  targets: [
    .target(
      name: "BenchmarkTools",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "benchmark",
      dependencies: ["BenchmarkTools", .product(name: "LoopbackServer", package: "Networking")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "components-benchmark",
      dependencies: ["BenchmarkTools", .product(name: "Components", package: "Components")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "directory-benchmark",
      dependencies: [
        "BenchmarkTools",
        .product(name: "Components", package: "Components"),
        .product(name: "Directory", package: "Directory"),
        .product(name: "Images", package: "Images"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "SampleServices", package: "SampleServices"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "terminal-benchmark",
      dependencies: [
        "BenchmarkTools",
        .product(name: "Components", package: "Components"),
        .product(name: "Terminal", package: "Components"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "engines-benchmark",
      dependencies: [
        "BenchmarkTools",
        .product(name: "DependencyInjection", package: "DependencyInjection"),
        .product(name: "FeatureFlags", package: "FeatureFlags"),
        .product(name: "Navigation", package: "Navigation"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "persistence-benchmark",
      dependencies: [
        "BenchmarkTools",
        .product(name: "FetchCounter", package: "FetchCounter"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "Persistence", package: "FetchCounter"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "first-request",
      dependencies: [.product(name: "Networking", package: "Networking")],
      swiftSettings: settings
    ),
    .executableTarget(name: "foundation-baseline", swiftSettings: settings),
    .executableTarget(
      name: "images-benchmark",
      dependencies: ["BenchmarkTools", .product(name: "Images", package: "Images")],
      resources: [.copy("photo.jpg")],
      swiftSettings: settings
    ),
    .executableTarget(name: "curl-multi-client", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "markets-benchmark",
      dependencies: [
        "BenchmarkTools",
        .product(name: "Basics", package: "Basics"),
        .product(name: "Components", package: "Components"),
        .product(name: "Markets", package: "Markets"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "Portfolio", package: "Markets"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "networking-client",
      dependencies: [.product(name: "Networking", package: "Networking")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "portfolio-benchmark",
      dependencies: ["BenchmarkTools", .product(name: "Portfolio", package: "Markets")],
      swiftSettings: settings
    ),
    .executableTarget(name: "URLSession-client", swiftSettings: settings),
  ]
)
