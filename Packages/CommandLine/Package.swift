// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "CommandLine",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "CommandLine", targets: ["CommandLine"]),
    .library(name: "CommandLineTesting", targets: ["CommandLineTesting"]),
  ],
  dependencies: [.package(path: "../Basics")],
  targets: [
    .target(
      name: "CommandLine",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .target(name: "CommandLineTesting", dependencies: ["CommandLine"], swiftSettings: settings),
    .executableTarget(name: "greet", dependencies: ["CommandLine"], path: "Examples/greet", swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CommandLine",
        "CommandLineTesting",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      swiftSettings: settings
    ),
  ]
)
