// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "fetch-counter",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "fetch-counter", targets: ["fetch-counter"])],
  dependencies: [
    .package(path: "Packages/Basics"),
    .package(path: "Packages/CommandLine"),
    .package(path: "Packages/Components"),
    .package(path: "Packages/DependencyInjection"),
    .package(path: "Packages/Directory"),
    .package(path: "Packages/FeatureFlags"),
    .package(path: "Packages/FetchCounter"),
    .package(path: "Packages/Images"),
    .package(path: "Packages/Markets"),
    .package(path: "Packages/Navigation"),
    .package(path: "Packages/Networking"),
    .package(path: "Packages/SampleServices"),
  ],
  targets: [
    .executableTarget(
      name: "fetch-counter",
      dependencies: [
        .product(name: "Basics", package: "Basics"),
        .product(name: "CommandLine", package: "CommandLine"),
        .product(name: "Components", package: "Components"),
        .product(name: "DependencyInjection", package: "DependencyInjection"),
        .product(name: "Directory", package: "Directory"),
        .product(name: "FeatureFlags", package: "FeatureFlags"),
        .product(name: "FetchCounter", package: "FetchCounter"),
        .product(name: "Images", package: "Images"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Markets", package: "Markets"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "Persistence", package: "FetchCounter"),
        .product(name: "Portfolio", package: "Markets"),
        .product(name: "SampleServices", package: "SampleServices"),
        .product(name: "Terminal", package: "Components"),
      ],
      path: "App",
      exclude: ["CHANGELOG.md", "Inventory.md", "Pictures", "README.md", "Themes/README.md"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "fetch-counter",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CommandLine", package: "CommandLine"),
        .product(name: "CommandLineTesting", package: "CommandLine"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "fetch-counter",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CommandLine", package: "CommandLine"),
        .product(name: "Components", package: "Components"),
        .product(name: "FeatureFlags", package: "FeatureFlags"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Markets", package: "Markets"),
        .product(name: "Navigation", package: "Navigation"),
        .product(name: "Networking", package: "Networking"),
        .product(name: "NetworkingTesting", package: "Networking"),
        .product(name: "Persistence", package: "FetchCounter"),
        .product(name: "PersistenceTesting", package: "FetchCounter"),
        .product(name: "Portfolio", package: "Markets"),
        .product(name: "SampleServices", package: "SampleServices"),
        .product(name: "Terminal", package: "Components"),
        .product(name: "TerminalTesting", package: "Components"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "fetch-counter",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CommandLine", package: "CommandLine"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      exclude: ["FirstVersion"],
      swiftSettings: settings
    ),
  ]
)
