// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Images",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "Images", targets: ["Images"])
  ],
  dependencies: [.package(path: "../Basics")],
  targets: [
    .target(
      name: "Images",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ImagesTests",
      dependencies: [
        "Images",
        .product(name: "Basics", package: "Basics"),
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      resources: [.copy("Corpus")],
      swiftSettings: settings
    ),
  ]
)
