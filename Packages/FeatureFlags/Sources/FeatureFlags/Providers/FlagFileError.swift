public import Foundation

/// Why a file with flags says nothing.
public enum FlagFileError: Error, Sendable, Hashable {
  /// The path leads to a folder, a pipe or a device.
  case notAFile
  /// The file is longer than ``FlagFile/sizeLimit``.
  case tooLong
  /// The system refuses to read it, for the given reason.
  case unreadable(String)
  /// The content is not one JSON object.
  case notAnObject
}

extension FlagFileError: CustomStringConvertible, LocalizedError {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .notAFile: "This is not a file. Give the path of a JSON file."
    case .tooLong: "The file is longer than \(FlagFile.sizeLimit) bytes. Give the path of a file with flags."
    case .unreadable(let reason): "The file cannot be read: \(reason) Check its permissions."
    case .notAnObject: "The file is not one JSON object, such as {\"someFlag\": true}. Correct it."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
