// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "DependencyInjection",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "DependencyInjection", targets: ["DependencyInjection"])],
  dependencies: [.package(path: "../Basics")],
  targets: [
    .target(
      name: "DependencyInjection",
      dependencies: [.product(name: "Basics", package: "Basics")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DependencyInjectionTests",
      dependencies: [
        "DependencyInjection",
        .product(name: "BasicsTesting", package: "Basics"),
      ],
      swiftSettings: settings
    ),
  ]
)
