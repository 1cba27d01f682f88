// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Components",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "Components", targets: ["Components"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "TerminalTesting", targets: ["TerminalTesting"]),
  ],
  dependencies: [.package(path: "../Basics")],
  targets: [
    .target(
      name: "Components",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings,
      // On processors without a rounding instruction, rounding calls the C library.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .target(name: "TerminalSignals"),
    .target(
      name: "Terminal",
      dependencies: ["Components", "TerminalSignals", .product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .target(
      name: "TerminalTesting",
      dependencies: ["Components", "Terminal", .product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "generate-width-tables",
      path: "Scripts/generate-width-tables",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ComponentsTests",
      dependencies: [
        "Components",
        "TerminalTesting",
        "generate-width-tables",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
    // A small terminal program that the tests run and end in every possible way.
    .executableTarget(
      name: "terminal-probe",
      dependencies: ["Components", "Terminal", "TerminalSignals"],
      path: "Tests/TerminalProbe",
      swiftSettings: settings
    ),
    .target(name: "PseudoTerminals", path: "Tests/PseudoTerminals"),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Components",
        "PseudoTerminals",
        "Terminal",
        "TerminalTesting",
        "terminal-probe",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
  ]
)
