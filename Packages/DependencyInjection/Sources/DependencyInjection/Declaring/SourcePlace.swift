/// A place in source code.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The file, as `Module/File.swift`.
  public let fileID: String
  /// The line, counted from 1.
  public let line: Int

  /// Creates a place, by default the one where it is called.
  ///
  /// - Parameters:
  ///   - fileID: The file, as `Module/File.swift`.
  ///   - line: The line, counted from 1.
  public init(fileID: String = #fileID, line: Int = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line, as compilers print them.
  public var description: String { "\(fileID):\(line)" }
}
