public import Foundation

/// An employee repository that reads a file in the service's format, or standard input.
public struct EmployeeFile: EmployeeRepository {
  /// A function that reads a whole file, or only `limit + 1` bytes if the file is longer than `limit` bytes.
  public typealias Contents = @Sendable (_ path: String, _ limit: Int) throws -> Data

  private let path: String
  private let contents: Contents?

  /// Creates a repository that reads a file, or standard input if the path is `-`.
  ///
  /// Without `contents`, Foundation reads the file, and waits indefinitely for a pipe's writer.
  public init(path: String, contents: Contents? = nil) {
    self.path = path
    self.contents = contents
  }

  /// Reads the file from the beginning.
  public func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    let data = try read()
    let limit = EmployeesEndpoint.sizeLimit
    guard data.count <= limit else {
      throw .unreadableDocument(path: path, reason: "it is larger than \(limit >> 20) MiB")
    }
    do {
      return try EmployeesDocument.reading(of: data)
    } catch {
      throw .unreadableDocument(path: path, reason: data.isEmpty ? "it is empty" : Self.words(for: error))
    }
  }

  /// Returns the content, or one byte more than the size limit if the file is too large.
  private func read() throws(DirectoryError) -> Data {
    let limit = EmployeesEndpoint.sizeLimit
    do {
      if path != "-", let contents { return try contents(path, limit) }
      let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
      return try handle.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw .unreadableFile(path: path, reason: Self.words(for: error))
    }
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case is EmployeesDocument.TooManyEntries:
      "it has more than \(EmployeesDocument.entryLimitText) employees"
    case DecodingError.keyNotFound:
      "the key 'employees' is missing"
    case DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "'employees' is null, not a list"
    case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty:
      "'employees' is not a list"
    case DecodingError.valueNotFound, DecodingError.typeMismatch:
      "it is JSON, but not an object with the key 'employees'"
    case DecodingError.dataCorrupted:
      "it isn't valid JSON"
    case let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile:
      "there is no such file"
    case let error as CocoaError where error.code == .fileReadNoPermission:
      "permission denied"
    default:
      systemWords(for: error) ?? error.localizedDescription
    }
  }

  /// Returns the system's error message, which is more specific than Foundation's.
  private static func systemWords(for error: any Error) -> String? {
    guard let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain
    else { return nil }
    return cause.code == EISDIR ? "it is a folder" : String(cString: strerror(Int32(cause.code))).lowercased()
  }
}
