import Basics
public import Foundation

struct SnapshotCoder<Value: Codable & Sendable>: Sendable {
  enum ReadFailure: Error {
    case empty
    case corrupt(CorruptionReason)
    case newer(schema: Int, writtenBy: String?)
  }

  /// A human-readable reason why a value can't be written.
  struct WriteFailure: Error {
    var reason: String
  }

  let schemaVersion: Int
  /// The migrations, by the schema that they migrate from.
  let migrations: [Int: SchemaMigration]

  private let writer: EnvelopeWriter
  private let encoder = PayloadCoding.encoder()
  private let decoder = PayloadCoding.decoder()

  init(schemaVersion: Int, migrations: [SchemaMigration], writtenBy: String) {
    precondition(schemaVersion > 0, "Schemas are numbered from 1.")
    precondition(
      migrations.allSatisfy { (0..<schemaVersion).contains($0.version) },
      "A migration's schema must be at least 0 and below the current schema."
    )
    precondition(
      Set(migrations.map(\.version)).count == migrations.count,
      "There are two migrations from the same schema."
    )
    self.schemaVersion = schemaVersion
    self.migrations = Dictionary(uniqueKeysWithValues: migrations.map { ($0.version, $0) })
    writer = EnvelopeWriter(schema: schemaVersion, writtenBy: writtenBy)
  }

  func read(_ bytes: [UInt8]) throws(ReadFailure) -> Snapshot<Value> {
    if bytes.isEmpty { throw .empty }
    let envelope: Envelope
    let range: Range<Int>
    do throws(Envelope.Failure) {
      (envelope, range) = try Envelope.read(bytes, supported: schemaVersion)
    } catch {
      switch error {
      case .corrupt(.noEnvelope) where migrations[0] != nil: return try readBare(bytes)
      case .corrupt(let reason): throw .corrupt(reason)
      case .newer(let schema, let writtenBy): throw .newer(schema: schema, writtenBy: writtenBy)
      }
    }
    let value = try decode(migrated(Data(bytes[range]), from: envelope.schema))
    return Snapshot(bytes: bytes, value: value, isFullyKnown: nil)
  }

  /// Decodes a file written before the program used the store.
  private func readBare(_ bytes: [UInt8]) throws(ReadFailure) -> Snapshot<Value> {
    // The migration from schema 0 receives the whole file, so there are no unknown members to keep.
    Snapshot(bytes: bytes, value: try decode(migrated(Data(bytes), from: 0)), isFullyKnown: true)
  }

  private func decode(_ payload: Data) throws(ReadFailure) -> Value {
    do {
      return try decoder.decode(Value.self, from: payload)
    } catch {
      throw .corrupt(.payload(codingProblem(error)))
    }
  }

  /// Encodes a value with unknown members from the old file; the snapshot's value is decoded from the encoded bytes.
  func write(_ value: Value, replacing old: Snapshot<Value>?) throws(WriteFailure) -> Snapshot<Value> {
    do {
      let payload = try encoder.encode(value)
      let readBack = try decoder.decode(Value.self, from: payload)
      if let old, try !isFullyKnown(old) { return try merge(payload, readBack, into: old) }
      let bytes = try writer.text(payload: Array(payload))
      return Snapshot(bytes: bytes, value: readBack, isFullyKnown: true)
    } catch {
      throw WriteFailure(reason: codingProblem(error))
    }
  }

  private func isFullyKnown(_ old: Snapshot<Value>) throws -> Bool {
    if let isFullyKnown = old.isFullyKnown { return isFullyKnown }
    return try writer.text(payload: Array(encoder.encode(old.value))) == old.bytes
  }

  /// Returns a snapshot with the old file's unknown members; the payload's are kept only if the schema is the same.
  private func merge(_ payload: Data, _ value: Value, into old: Snapshot<Value>) throws -> Snapshot<Value> {
    let (envelope, _) = try Envelope.read(old.bytes, supported: schemaVersion)
    let new = try JSONParser.parse(Array(payload)).root
    var merged = new
    if envelope.schema == schemaVersion {
      let known = try JSONParser.parse(Array(encoder.encode(old.value))).root
      merged = new.preservingUnknown(of: envelope.payload, known: known)
    }
    let bytes = try writer.text(payload: JSONPrinter.compact(merged), others: envelope.others)
    return Snapshot(bytes: bytes, value: value, isFullyKnown: envelope.others.isEmpty && merged == new)
  }

  private func migrated(_ payload: Data, from schema: Int) throws(ReadFailure) -> Data {
    var payload = payload
    for version in schema..<schemaVersion {
      guard let migration = migrations[version] else { throw .corrupt(.noMigration(from: schema)) }
      do {
        payload = try migration.convert(payload)
      } catch {
        throw .corrupt(.migration(from: version, reason: codingProblem(error)))
      }
    }
    return payload
  }
}

/// A store file's bytes and the value decoded from them.
struct Snapshot<Value: Sendable>: Sendable {
  var bytes: [UInt8]
  var value: Value
  /// Whether the bytes contain only members that the program knows; `nil` until checked.
  var isFullyKnown: Bool?
}

enum PayloadCoding {
  /// Returns an encoder that sorts names, so equal values have identical text.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  static func decoder() -> JSONDecoder {
    JSONDecoder()
  }
}

/// A migration of a payload from one schema to the next.
///
/// A file with an older schema is migrated in memory, step by step, and written in the current schema by the next
/// change. Members that a migration doesn't know are lost.
///
/// Schema 0 denotes a file written before the program used the store. Its migration receives the whole text of any JSON
/// file that a store didn't write, and must throw for all content that the program didn't write.
///
/// ```swift
/// SchemaMigration(from: 1) { (old: CountV1) in CountV2(count: old.count, history: []) }
/// ```
public struct SchemaMigration: Sendable {
  /// The schema that the migration starts from, at least 0; it leads to the next schema.
  public let version: Int
  let convert: @Sendable (Data) throws -> Data

  /// Creates a migration from the schema `version`, as a conversion between two types.
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

  /// Creates a migration from the schema `version`, as a conversion of JSON text.
  public init(from version: Int, rewriting rewrite: @escaping @Sendable (Data) throws -> Data) {
    self.version = version
    convert = rewrite
  }
}
