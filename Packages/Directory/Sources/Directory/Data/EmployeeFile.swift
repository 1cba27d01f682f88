import Foundation

/// Employees from a file in the service's format, or from standard input.
public struct EmployeeFile: EmployeeRepository {
  private let path: String

  /// Reads a file.
  ///
  /// - Parameter path: Its path; `-` for standard input.
  public init(path: String) { self.path = path }

  /// Reads the file anew.
  public func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    let data = try read()
    do {
      return try EmployeesDocument.reading(of: data)
    } catch {
      throw .unreadableDocument(path: path, reason: data.isEmpty ? "it is empty" : Self.words(for: error))
    }
  }

  private func read() throws(DirectoryError) -> Data {
    let limit = EmployeesEndpoint.sizeLimit
    do {
      let handle: FileHandle
      if path == "-" { handle = .standardInput } else { handle = try FileHandle(forReadingFrom: URL(filePath: path)) }
      let data = try handle.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else { throw TooLarge(limit: limit) }
      return data
    } catch {
      throw .unreadableFile(path: path, reason: Self.words(for: error))
    }
  }

  private struct TooLarge: Error {
    let limit: Int
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case let error as TooLarge:
      "it is larger than \(error.limit >> 20) MiB"
    case DecodingError.keyNotFound:
      "the key 'employees' is missing"
    case DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "'employees' is null, not a list"
    case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty:
      "'employees' is not a list"
    case DecodingError.valueNotFound, DecodingError.typeMismatch:
      "it is JSON, but no object with the key 'employees'"
    case DecodingError.dataCorrupted:
      "it is no valid JSON document"
    case let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile:
      "there is no such file"
    case let error as CocoaError where error.code == .fileReadNoPermission:
      "it may not be read"
    default:
      systemWords(for: error) ?? error.localizedDescription
    }
  }

  /// What the system said to Foundation, whose own words are of no use to people.
  private static func systemWords(for error: any Error) -> String? {
    guard let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain
    else { return nil }
    return cause.code == EISDIR ? "it is a folder" : String(cString: strerror(Int32(cause.code))).lowercased()
  }
}
