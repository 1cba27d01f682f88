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
  targets: [
    .target(name: "DependencyInjection", swiftSettings: settings),
    .testTarget(
      name: "DependencyInjectionTests",
      dependencies: ["DependencyInjection"],
      swiftSettings: settings
    ),
  ]
)
