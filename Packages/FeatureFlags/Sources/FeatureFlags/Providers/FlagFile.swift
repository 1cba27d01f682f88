public import Foundation

/// Reads files with flags.
public enum FlagFile {
  /// The longest file that is read, in bytes.
  public static let sizeLimit = 1_048_576

  /// Reads a file from disk.
  ///
  /// - Parameter path: The path; links are followed.
  /// - Returns: The bytes, or `nil` if there is no file.
  /// - Throws: ``FlagFileError``.
  public static func read(_ path: String) throws(FlagFileError) -> Data? {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      // Opening a pipe would wait for its other end.
      guard attributes[.type] as? FileAttributeType == .typeRegular else { throw FlagFileError.notAFile }
      let handle = try FileHandle(forReadingFrom: url)
      let data = try handle.read(upToCount: sizeLimit + 1) ?? Data()
      try handle.close()
      guard data.count <= sizeLimit else { throw FlagFileError.tooLong }
      return data
    } catch let error as FlagFileError {
      throw error
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
    } catch {
      throw .unreadable(error.localizedDescription)
    }
  }

  /// The values of a file's content.
  static func values(of data: Data) throws(FlagFileError) -> [String: FlagContent] {
    do {
      return try JSONDecoder().decode([String: LenientContent].self, from: data).mapValues(\.content)
    } catch {
      throw .notAnObject
    }
  }

  /// A JSON value of any kind.
  private struct LenientContent: Decodable {
    let content: FlagContent

    init(from decoder: any Decoder) throws {
      if let scalar = try? FlagContent(from: decoder) {
        content = scalar
      } else if (try? decoder.unkeyedContainer()) != nil {
        content = .unsupported("a list")
      } else if (try? decoder.singleValueContainer().decodeNil()) == true {
        content = .unsupported("null")
      } else {
        content = .unsupported("an object")
      }
    }
  }
}
