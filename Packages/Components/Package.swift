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
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Components", targets: ["Components"])
  ],
  targets: [
    .target(
      name: "Components",
      swiftSettings: settings,
      // Rounding is a call of the C library's where the processor has no instruction for it.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .executableTarget(
      name: "generate-width-tables",
      path: "Scripts/generate-width-tables",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ComponentsTests",
      dependencies: ["Components", "generate-width-tables"],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
  ]
)
