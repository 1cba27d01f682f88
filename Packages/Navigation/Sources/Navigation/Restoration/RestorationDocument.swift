public import Foundation

/// The pages of a stack as versioned JSON: `{"version": 1, "pages": [{"id": …, "payload": …}, …]}`.
///
/// Popups are not part of it. What can't be read is dropped, from the first such entry upwards, and reported.
public enum RestorationDocument {
  /// The version that this code writes, and the only one that it reads.
  public static let currentVersion = 1
  /// The most bytes that a document may have.
  public static let maximumSize = 1 << 20

  /// Writes the pages of a stack, up to the first that is not to be restored (``Destination/isRestorable``).
  ///
  /// - Parameters:
  ///   - stack: The stack.
  ///   - catalogue: What destinations there are.
  /// - Returns: The document.
  /// - Throws: ``RestorationError/unwritable(reason:)`` when a payload can't be encoded.
  public static func write(_ stack: RouterStack, catalogue: DestinationCatalogue) throws(RestorationError) -> Data {
    let pages = stack.pages.map(\.target).prefix { catalogue.records[$0.id]?.payload.isRestorable == true }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      return try encoder.encode(Contents(version: currentVersion, pages: Array(pages)))
    } catch {
      throw .unwritable(reason: String(describing: error))
    }
  }

  /// Reads as many pages as can be read; never fails.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - catalogue: What destinations there are.
  ///   - limit: The most pages that are read.
  /// - Returns: The pages from the root, with a report on what was dropped.
  public static func read(
    _ data: Data,
    catalogue: DestinationCatalogue,
    limit: Int = 128
  ) -> RestorationReport {
    guard data.count <= maximumSize else { return RestorationReport(problem: .tooLarge(limit: maximumSize)) }
    let decoder = JSONDecoder()
    decoder.userInfo[.destinationCatalogue] = catalogue
    let reading: Reading
    do {
      reading = try decoder.decode(Reading.self, from: data)
    } catch {
      return RestorationReport(problem: .malformed(reason: sentence(for: error)))
    }
    guard reading.version == currentVersion else {
      return RestorationReport(problem: .unsupportedVersion(reading.version))
    }
    return report(on: reading, limit: limit)
  }

  private static func report(on reading: Reading, limit: Int) -> RestorationReport {
    var report = RestorationReport(problem: nil)
    for (position, page) in reading.pages.enumerated() {
      guard report.dropped.isEmpty else {
        report.dropped.append(.init(position: position, id: page.id, reason: .aboveDropped))
        continue
      }
      guard position < limit else {
        report.dropped.append(.init(position: position, id: page.id, reason: .tooDeep(limit: limit)))
        continue
      }
      switch page.target {
      case .success(let target): report.restored.append(target)
      case .failure(let error):
        report.dropped.append(.init(position: position, id: page.id, reason: .unreadable(error)))
      }
    }
    return report
  }
}

private struct Contents: Encodable {
  let version: Int
  let pages: [NavigationTarget]
}

/// A document with every page read on its own, so that one that can't be read spoils no other.
private struct Reading: Decodable {
  struct Page {
    let id: DestinationID?
    let target: Result<NavigationTarget, TargetReadingError>
  }

  enum CodingKeys: String, CodingKey {
    case version
    case pages
  }

  let version: Int
  let pages: [Page]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version == RestorationDocument.currentVersion,
      let catalogue = decoder.userInfo[.destinationCatalogue] as? DestinationCatalogue
    else {
      pages = []
      return
    }
    var list = try container.nestedUnkeyedContainer(forKey: .pages)
    var pages: [Page] = []
    while !list.isAtEnd {
      pages.append(Self.page(try list.superDecoder(), catalogue))
    }
    self.pages = pages
  }

  private static func page(_ decoder: any Decoder, _ catalogue: DestinationCatalogue) -> Page {
    let container: KeyedDecodingContainer<NavigationTarget.CodingKeys>
    let id: DestinationID
    do {
      container = try decoder.container(keyedBy: NavigationTarget.CodingKeys.self)
      id = try container.decode(DestinationID.self, forKey: .id)
    } catch {
      // Whatever is wrong with it, an entry without a readable name is just that.
      return Page(id: nil, target: .failure(.noName))
    }
    do throws(TargetReadingError) {
      return Page(id: id, target: .success(try catalogue.readTarget(id, from: container)))
    } catch {
      return Page(id: id, target: .failure(error))
    }
  }
}
