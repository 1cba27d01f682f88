import CommandLine
import Components
import Foundation
import Markets
import Networking

extension CommandNode where Context == CommandContext {
  static var cache: Self {
    .group(
      CommandDeclaration(
        name: "cache",
        summary: "Show or clear the cached responses.",
        examples: [
          .init("fetch-counter cache show", "Show the cache's folder and size."),
          .init("fetch-counter cache clear --images", "Clear only the images."),
        ]
      ),
      [.command(CacheShowCommand.self), .command(CacheClearCommand.self)]
    )
  }
}

private struct CacheShowCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "show",
    summary: "Show the cache's folder and size.",
    examples: [.init("fetch-counter cache show --json", "Show the folder and size as JSON.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let cache = try context.root.resolve(Keys.cache)
    let statistics = cache.statistics
    let document = CacheDocument(
      folder: try context.root.configuration.httpCacheFolder()?.path ?? "",
      entries: statistics.entries,
      bytes: statistics.bytes,
      sizeLimit: cache.sizeLimit,
      calls: context.root.marketsCalls()
    )
    var texts = [
      DescribedText("Folder", document.folder),
      DescribedText("Responses", "\(document.entries)"),
      DescribedText("Size", ByteText.text(document.bytes)),
      DescribedText("Limit", ByteText.text(document.sizeLimit)),
    ]
    if let calls = document.calls { texts.append(DescribedText("Price requests this month", calls.text)) }
    let group = DescribedTextGroup(texts)
    try context.write(document) { group.rendered(for: $0) }
  }
}

private struct CacheClearCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "clear",
    summary: "Clear the cache.",
    examples: [.init("fetch-counter cache clear", "Clear the whole cache.")],
    options: [Option.images, Option.responses]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let cache = try context.root.resolve(Keys.cache)
    cache.clear(selection)
    let folder = try context.root.configuration.httpCacheFolder()?.path ?? ""
    if let failure = cache.statistics.lastStorageFailure {
      throw CommandFailure(
        exitCode: .failure,
        kind: "cache_not_cleared",
        message: "Couldn't clear the whole cache: \(failure)",
        hint: "Check that you can write to \(folder), and that its disk works."
      )
    }
    try CacheShowCommand(context: context).run()
  }

  /// The cache entries to remove; images are the pinned entries, and responses are the unpinned entries.
  private var selection: HTTPCache.Selection {
    guard context[.images] != context[.responses] else { return .everything }
    return context[.images] ? .pinned : .unpinned
  }
}

extension Configuration {
  /// Returns the directory for cached responses; `nil` if its location is unknown.
  func httpCacheFolder() throws(CommandFailure) -> URL? {
    try cacheFolder().map { URL(filePath: $0, directoryHint: .isDirectory) }?
      .appending(path: "http", directoryHint: .isDirectory)
  }
}

private struct CacheDocument: Encodable {
  let folder: String
  let entries: Int
  let bytes: Int
  let sizeLimit: Int
  let calls: CallsDocument?

  enum CodingKeys: String, CodingKey {
    case folder, entries, bytes, calls
    case sizeLimit = "size_limit"
  }

  /// Encodes the same keys whether or not calls are counted.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(folder, forKey: .folder)
    try container.encode(entries, forKey: .entries)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(sizeLimit, forKey: .sizeLimit)
    try container.encode(calls, forKey: .calls)
  }
}

struct CallsDocument: Encodable {
  let count: Int
  let limit: Int?
  let freshnessSeconds: Int
  /// Whether prices are requested less often because few calls are left.
  let isStretched: Bool

  enum CodingKeys: String, CodingKey {
    case count, limit
    case freshnessSeconds = "freshness_seconds"
    case isStretched = "stretched"
  }

  init?(_ capabilities: MarketsCapabilities) {
    guard let usage = capabilities.callUsage else { return nil }
    count = usage.calls
    limit = usage.limit
    freshnessSeconds = Int(capabilities.freshness.duration / .seconds(1))
    if case .budget = capabilities.freshness.reason { isStretched = true } else { isStretched = false }
  }

  /// Encodes the same keys whether or not there is a limit.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode(limit, forKey: .limit)
    try container.encode(freshnessSeconds, forKey: .freshnessSeconds)
    try container.encode(isStretched, forKey: .isStretched)
  }

  var text: String {
    let minutes = Int((Double(freshnessSeconds) / 60).rounded(.up))
    return "\(count)\(limit.map { " of \($0)" } ?? ""); prices stay fresh for \(minutes) min"
  }
}

extension CompositionRoot {
  /// Returns the calls made this month; `nil` for built-in services or if the markets settings are invalid.
  func marketsCalls() -> CallsDocument? {
    // Commands that need the settings report the settings' errors.
    (try? resolve(Keys.keylessMarketsRepository)).flatMap { CallsDocument($0.capabilities) }
  }
}

extension Option where Value == Bool {
  fileprivate static var images: Self {
    .flag("images", summary: "Clear only images.")
  }
  fileprivate static var responses: Self { .flag("responses", summary: "Clear all responses except images.") }
}
