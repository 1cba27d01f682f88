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
  targets: [
    .target(name: "Images", swiftSettings: settings),
    .testTarget(
      name: "ImagesTests",
      dependencies: ["Images"],
      resources: [.copy("Corpus")],
      swiftSettings: settings
    ),
  ]
)
