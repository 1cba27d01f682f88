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
    .library(name: "Portfolio", targets: ["Portfolio"])
  ],
  targets: [
    .target(name: "Portfolio", exclude: ["README.md"], swiftSettings: settings),
    .testTarget(name: "PortfolioTests", dependencies: ["Portfolio"], swiftSettings: settings),
  ]
)
