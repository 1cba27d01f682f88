import Foundation

/// Turns the bytes of a store's file into a value and back.
struct SnapshotCoder<Value: Codable & Sendable>: Sendable {
  /// Why bytes are not a value.
  enum ReadFailure: Error {
    case empty
    case corrupt(StoreDamage)
    case newer(schema: Int, writtenBy: String?)
  }

  /// Why a value cannot become bytes; the text is for people.
  struct WriteFailure: Error {
    var reason: String
  }

  let schemaVersion: Int
  /// The steps by the schema that they start from.
  let migrations: [Int: SchemaMigration]
  let writtenBy: String

  private let encoder = PayloadCoding.encoder()
  private let decoder = PayloadCoding.decoder()

  init(schemaVersion: Int, migrations: [SchemaMigration], writtenBy: String) {
    precondition(schemaVersion > 0, "Schemas are numbered from 1.")
    precondition(
      migrations.allSatisfy { (1..<schemaVersion).contains($0.version) },
      "A migration starts from a schema between 1 and the one before the present one."
    )
    precondition(
      Set(migrations.map(\.version)).count == migrations.count,
      "There are two migrations from the same schema."
    )
    self.schemaVersion = schemaVersion
    self.migrations = Dictionary(uniqueKeysWithValues: migrations.map { ($0.version, $0) })
    self.writtenBy = writtenBy
  }

  /// Reads a file's bytes.
  func read(_ bytes: [UInt8]) throws(ReadFailure) -> Snapshot<Value> {
    if bytes.isEmpty { throw .empty }
    let envelope: Envelope
    let range: Range<Int>
    do throws(Envelope.Failure) {
      (envelope, range) = try Envelope.read(bytes, supported: schemaVersion)
    } catch {
      switch error {
      case .damaged(let damage): throw .corrupt(damage)
      case .newer(let schema, let writtenBy): throw .newer(schema: schema, writtenBy: writtenBy)
      }
    }
    let payload = try migrated(Data(bytes[range]), from: envelope.schema)
    do {
      let value = try decoder.decode(Value.self, from: payload)
      return Snapshot(bytes: bytes, value: value, isFullyKnown: nil)
    } catch {
      throw .corrupt(.payload(PayloadCoding.describe(error)))
    }
  }

  /// Makes the bytes for a new value.
  ///
  /// The value of the result is what the bytes decode to, so that what is in memory is what is on disk.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - old: What is in the file, whose unknown members are kept.
  func write(_ value: Value, replacing old: Snapshot<Value>?) throws(WriteFailure) -> Snapshot<Value> {
    do {
      let payload = try encoder.encode(value)
      let readBack = try decoder.decode(Value.self, from: payload)
      let tree = try JSONParser.parse(Array(payload)).root
      var envelope = Envelope(schema: schemaVersion, writtenBy: writtenBy, payload: tree, others: [])
      var isFullyKnown = true
      if let old, old.isFullyKnown != true {
        let kept = try envelope.preserveUnknown(of: old, coder: self)
        isFullyKnown = !kept
      }
      return Snapshot(bytes: envelope.print(), value: readBack, isFullyKnown: isFullyKnown)
    } catch {
      throw WriteFailure(reason: PayloadCoding.describe(error))
    }
  }

  /// The tree of what the program writes for a value.
  fileprivate func tree(of value: Value) throws -> JSONTree {
    try JSONParser.parse(Array(encoder.encode(value))).root
  }

  private func migrated(_ payload: Data, from schema: Int) throws(ReadFailure) -> Data {
    var payload = payload
    for version in schema..<schemaVersion {
      guard let migration = migrations[version] else { throw .corrupt(.noMigration(from: schema)) }
      do {
        payload = try migration.convert(payload)
      } catch {
        throw .corrupt(.migration(from: version, reason: PayloadCoding.describe(error)))
      }
    }
    return payload
  }
}

extension Envelope {
  /// Takes over what the old file holds and the program does not know; returns whether that was anything.
  ///
  /// Members of the payload are only kept within one schema: nobody knows what they mean in another.
  fileprivate mutating func preserveUnknown<Value>(
    of old: Snapshot<Value>,
    coder: SnapshotCoder<Value>
  ) throws -> Bool {
    let (oldEnvelope, _) = try Envelope.read(old.bytes, supported: coder.schemaVersion)
    others = oldEnvelope.others
    guard oldEnvelope.schema == schema else { return !others.isEmpty }
    let known = payload
    payload = payload.preservingUnknown(of: oldEnvelope.payload, known: try coder.tree(of: old.value))
    return !others.isEmpty || payload != known
  }
}
