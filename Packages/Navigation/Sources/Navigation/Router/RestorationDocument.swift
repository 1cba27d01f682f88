import Basics
public import Foundation

extension Router {
  /// Returns the open pages as a JSON document for ``restore(from:)``, even after quitting.
  ///
  /// The document contains no popups, and ends before the first page that isn't restorable
  /// (``Destination/isRestorable``). If a payload can't be encoded, ``RestorationError/unwritable(reason:)`` is thrown.
  public func restorationDocument() throws(RestorationError) -> Data {
    try RestorationDocument.write(stack.pages.map(\.target))
  }

  /// Replaces the open pages with pages from a JSON document unless a guard objects; waits for earlier commands.
  ///
  /// The first page that can't be decoded or shown is omitted, together with the pages above it. If no pages remain,
  /// the stack doesn't change. The method throws an error only if the whole document can't be decoded.
  public func restore(from data: Data) async throws(RestorationError) -> NavigationOutcome {
    var path = try RestorationDocument.read(data, catalog: catalog, limit: reducer.depthLimit)
    while true {
      let outcome = await queue.perform(.newHome(path: path))
      guard case .payloadRejected(let rejection) = outcome, path.indices.contains(rejection.position) else {
        return outcome
      }
      path.removeSubrange(rejection.position...)
    }
  }
}

/// The reason why pages can't be saved or restored.
public enum RestorationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The document is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// The document isn't JSON with the expected structure.
  case malformed(reason: String)
  /// The document's version isn't 1.
  case unsupportedVersion(Int)
  /// A payload can't be encoded.
  case unwritable(reason: String)

  /// A description of the error, as a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let limit): "The saved screens are larger than \(limit) bytes."
    case .malformed(let reason): "The saved screens can't be read: \(reason)."
    case .unsupportedVersion(let version): "The saved screens have version \(version), which this program can't read."
    case .unwritable(let reason): "The screens can't be saved: \(reason)"
    }
  }
}

/// A versioned JSON document: `{"version": 1, "pages": [{"id": …, "payload": …}, …]}`.
enum RestorationDocument {
  static let version = 1
  /// The maximum size, in bytes.
  static let maximumSize = 1 << 20

  static func write(_ pages: [NavigationTarget]) throws(RestorationError) -> Data {
    func isRestorable<D: Destination>(_ destination: D) -> Bool { D.isRestorable }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      return try encoder.encode(Contents(pages: pages.prefix { isRestorable($0.payload) }))
    } catch {
      throw .unwritable(reason: codingProblem(error))
    }
  }

  /// Returns the pages before the first one that can't be decoded, up to a maximum number.
  static func read(
    _ data: Data,
    catalog: DestinationCatalog,
    limit: Int
  ) throws(RestorationError) -> [NavigationTarget] {
    guard data.count <= maximumSize else { throw .tooLarge(limit: maximumSize) }
    let decoder = JSONDecoder()
    decoder.userInfo[.catalog] = catalog
    do {
      return Array(try decoder.decode(Reading.self, from: data).pages.prefix(limit))
    } catch let error as RestorationError {
      throw error
    } catch {
      throw .malformed(reason: codingProblem(error))
    }
  }

  private enum Key: String, CodingKey { case version, pages, id, payload }

  private struct Contents: Encodable {
    let pages: ArraySlice<NavigationTarget>

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(version, forKey: .version)
      var list = container.nestedUnkeyedContainer(forKey: .pages)
      for page in pages {
        var entry = list.nestedContainer(keyedBy: Key.self)
        try entry.encode(page.id, forKey: .id)
        try entry.encode(page.payload, forKey: .payload)
      }
    }
  }

  private struct Reading: Decodable {
    var pages: [NavigationTarget] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let version = try container.decode(Int.self, forKey: .version)
      guard version == RestorationDocument.version else { throw RestorationError.unsupportedVersion(version) }
      var list = try container.nestedUnkeyedContainer(forKey: .pages)
      guard let catalog = decoder.userInfo[.catalog] as? DestinationCatalog else { return }
      // Every page has its own decoder, so an invalid page doesn't affect the pages below it.
      while !list.isAtEnd, let page = Self.page(try list.superDecoder(), catalog) { pages.append(page) }
    }

    private static func page(_ decoder: any Decoder, _ catalog: DestinationCatalog) -> NavigationTarget? {
      func target<D: Destination>(_ type: D.Type, _ entry: KeyedDecodingContainer<Key>) -> NavigationTarget? {
        (try? entry.decode(type, forKey: .payload)).map { NavigationTarget($0) }
      }
      guard let entry = try? decoder.container(keyedBy: Key.self),
        let id = try? entry.decode(DestinationID.self, forKey: .id), let record = catalog.records[id]
      else { return nil }
      return target(record.payload, entry)
    }
  }
}

extension CodingUserInfoKey {
  fileprivate static let catalog: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Navigation.destinationCatalog") else {
      preconditionFailure("The standard library refused a plain coding key.")
    }
    return key
  }()
}
