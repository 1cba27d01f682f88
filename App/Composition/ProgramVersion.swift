/// The version of the program, by semantic versioning.
enum ProgramVersion {
  static let number = "0.1.0"
  /// How files and services are told who wrote to them.
  static let identification = "fetch-counter \(number)"
}
