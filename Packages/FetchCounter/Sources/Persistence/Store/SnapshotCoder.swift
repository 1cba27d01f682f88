import Basics
public import Foundation

/// Turns the bytes of a store's file into a value and back.
struct SnapshotCoder<Value: Codable & Sendable>: Sendable {
  /// Why bytes are not a value.
  enum ReadFailure: Error {
    case empty
    case corrupt(CorruptionReason)
    case newer(schema: Int, writtenBy: String?)
  }

  /// Why a value cannot become bytes; the text is for people.
  struct WriteFailure: Error {
    var reason: String
  }

  let schemaVersion: Int
  /// The steps by the schema that they start from.
  let migrations: [Int: SchemaMigration]

  private let writer: EnvelopeWriter
  private let encoder = PayloadCoding.encoder()
  private let decoder = PayloadCoding.decoder()

  init(schemaVersion: Int, migrations: [SchemaMigration], writtenBy: String) {
    precondition(schemaVersion > 0, "Schemas are numbered from 1.")
    precondition(
      migrations.allSatisfy { (0..<schemaVersion).contains($0.version) },
      "A migration starts from a schema between 0 and the one before the present one."
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

  /// Reads a file from before the program used the store.
  private func readBare(_ bytes: [UInt8]) throws(ReadFailure) -> Snapshot<Value> {
    // The step from schema 0 knows all of it, so there is nothing to keep.
    Snapshot(bytes: bytes, value: try decode(migrated(Data(bytes), from: 0)), isFullyKnown: true)
  }

  private func decode(_ payload: Data) throws(ReadFailure) -> Value {
    do {
      return try decoder.decode(Value.self, from: payload)
    } catch {
      throw .corrupt(.payload(codingProblem(error)))
    }
  }

  /// Encodes a new value with the old file's unknown members; the result's value is decoded from the bytes.
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

  /// Whether a file has no members that the program does not write.
  private func isFullyKnown(_ old: Snapshot<Value>) throws -> Bool {
    if let isFullyKnown = old.isFullyKnown { return isFullyKnown }
    return try writer.text(payload: Array(encoder.encode(old.value))) == old.bytes
  }

  /// Adds the old file's unknown members to a payload, only within one schema.
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

/// What a store knows about its file: the bytes, and what they mean.
struct Snapshot<Value: Sendable>: Sendable {
  var bytes: [UInt8]
  var value: Value
  /// Whether every member in the bytes is one that the program writes; `nil` when nobody has looked yet.
  var isFullyKnown: Bool?
}

enum PayloadCoding {
  /// Names are sorted, so that equal values give equal texts.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  static func decoder() -> JSONDecoder {
    JSONDecoder()
  }
}

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

  /// Creates a step from the schema `version` between two types.
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

  /// Creates a step from the schema `version` between two JSON texts.
  public init(from version: Int, rewriting rewrite: @escaping @Sendable (Data) throws -> Data) {
    self.version = version
    convert = rewrite
  }
}
