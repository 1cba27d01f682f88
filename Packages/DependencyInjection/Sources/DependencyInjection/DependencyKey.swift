/// A typed name for a value in a ``Container``.
///
/// Declare keys once, next to the composition root:
///
/// ```swift
/// enum Keys {
///   static let clock = DependencyKey<any WallClock>("clock")
///   static let journal = DependencyKey<Journal>("journal")
/// }
/// ```
public struct DependencyKey<Value: Sendable>: Sendable {
  /// The key without its type parameter.
  public let erased: AnyDependencyKey

  /// Creates a key with a name for errors and the location of its declaration.
  public init(_ name: String, fileID: String = #fileID, line: Int = #line) {
    erased = AnyDependencyKey(
      name: name,
      declaration: SourcePlace(fileID: fileID, line: line),
      valueType: ObjectIdentifier(Value.self),
      valueTypeName: String(describing: Value.self)
    )
  }
}

/// The identity of a ``DependencyKey`` without its type parameter.
///
/// Keys are equal if their names, types and declaration locations are equal, so modules can use the same name.
public struct AnyDependencyKey: Sendable, Hashable, CustomStringConvertible {
  /// The name of the key.
  public let name: String
  /// The source location of the declaration.
  public let declaration: SourcePlace
  let valueType: ObjectIdentifier
  let valueTypeName: String

  /// The key's name and type, and the location of its declaration.
  public var description: String { "'\(name)' (\(valueTypeName), declared at \(declaration))" }
}

/// A location in source code.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The file, as `Module/File.swift`.
  public let fileID: String
  /// The line number, starting at 1.
  public let line: Int

  /// Creates a location.
  public init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line, separated by a colon.
  public var description: String { "\(fileID):\(line)" }
}
