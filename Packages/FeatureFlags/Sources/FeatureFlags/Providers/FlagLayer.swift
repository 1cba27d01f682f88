/// The places that may decide about a flag, highest first.
///
/// The first that says something that fits wins. Where none does, the default of the declaration holds.
public enum FlagLayer: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Arguments of this run.
  case commandLine
  /// Variables of the environment.
  case environment
  /// A file that a person wrote.
  case overrideFile
  /// What was set earlier and stored by the program itself.
  case persisted
  /// What a service said.
  case remote

  /// Tells whether a layer is asked before another.
  ///
  /// - Parameters:
  ///   - first: A layer.
  ///   - second: Another layer.
  /// - Returns: Whether the first is the higher one.
  public static func < (first: FlagLayer, second: FlagLayer) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension FlagLayer: CustomStringConvertible {
  /// The name of the layer as people read it.
  public var description: String {
    switch self {
    case .commandLine: "command line"
    case .environment: "environment"
    case .overrideFile: "override file"
    case .persisted: "stored"
    case .remote: "remote"
    }
  }
}
