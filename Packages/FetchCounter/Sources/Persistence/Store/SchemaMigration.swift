public import Foundation

/// One step that brings a payload from a schema to the next one.
///
/// A file of an older schema is converted in memory when it is loaded, step by step, and written in the present schema
/// at the next change. Members that no step knows are lost on that way.
///
/// Schema 0 stands for files from before a program used the store: a step from it gets the whole text of a file that is
/// JSON but no file of a store. It has to throw for everything that the program did not write.
///
/// ```swift
/// SchemaMigration(from: 1) { (old: CountV1) in CountV2(count: old.count, history: []) }
/// ```
public struct SchemaMigration: Sendable {
  /// The schema that the step starts from, from 0; it leads to the one after it.
  public let version: Int
  let convert: @Sendable (Data) throws -> Data

  /// Creates a step between two types.
  ///
  /// - Parameters:
  ///   - version: The schema of `Old`.
  ///   - convert: Makes the new payload of the old one.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int,
    _ convert: @escaping @Sendable (Old) throws -> New
  ) {
    self.init(
      from: version,
      rewriting: { data in
        try PayloadCoding.encoder().encode(convert(PayloadCoding.decoder().decode(Old.self, from: data)))
      }
    )
  }

  /// Creates a step between two JSON texts.
  ///
  /// - Parameters:
  ///   - version: The schema of the old text.
  ///   - rewrite: Makes the JSON text of the new payload of that of the old one.
  public init(from version: Int, rewriting rewrite: @escaping @Sendable (Data) throws -> Data) {
    self.version = version
    convert = rewrite
  }
}
