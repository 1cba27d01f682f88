// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "SampleServices",
  platforms: [.macOS(.v15)],
  products: [.library(name: "SampleServices", targets: ["SampleServices"])],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Images"),
    .package(path: "../Networking"),
  ],
  targets: [
    .target(
      name: "SampleServices",
      dependencies: [
        .product(name: "Basics", package: "Basics"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SampleServicesTests",
      dependencies: [
        "SampleServices",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "Images", package: "Images"),
        .product(name: "LoopbackServer", package: "Networking"),
        .product(name: "Networking", package: "Networking"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
  ]
)
