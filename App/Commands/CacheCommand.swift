import Components
import Foundation
import Networking

/// `fetch-counter cache show|clear`.
@MainActor
struct CacheCommand: ImmediateCommand {
  private struct Document: Encodable {
    let folder: String
    let entries: Int
    let bytes: Int
    let sizeLimit: Int

    enum CodingKeys: String, CodingKey {
      case folder, entries, bytes
      case sizeLimit = "size_limit"
    }
  }

  private let console: Console
  private let cache: HTTPCache
  private let isClearing: Bool
  /// What goes; pictures are what is kept for ever.
  private let selection: HTTPCache.Selection

  init(_ context: CommandContext) throws(CommandFailure) {
    console = context.console
    isClearing = context.invocation.commandPath.last == "clear"
    selection =
      if isClearing, context.invocation[.images] != context.invocation[.responses] {
        context.invocation[.images] ? .pinned : .unpinned
      } else {
        .everything
      }
    cache = try context.root.resolve(Keys.cache)
  }

  func run() throws(CommandFailure) {
    if isClearing {
      cache.clear(selection)
      if let failure = cache.statistics.lastStorageFailure {
        throw CommandFailure(
          exitCode: .failure,
          kind: "cache_not_cleared",
          message: "Not all of the cache could be cleared: \(failure)",
          hint: "Check the folder \(folder) and the disk that it is on."
        )
      }
    }
    let statistics = cache.statistics
    let limit = cache.sizeLimit
    if console.isJSON {
      let document = Document(
        folder: folder,
        entries: statistics.entries,
        bytes: statistics.bytes,
        sizeLimit: limit
      )
      return try console.write(json: document)
    }
    let group = DescribedTextGroup([
      DescribedText("Folder", folder),
      DescribedText("Answers", "\(statistics.entries)"),
      DescribedText("Size", ByteText.text(statistics.bytes)),
      DescribedText("Limit", ByteText.text(limit)),
    ])
    try console.write(group.rendered(for: console.mode))
  }

  private var folder: String { cache.configuration.folder?.path ?? "" }
}

extension Option where Value == Bool {
  static var images: Self {
    .flag("images", summary: "Only pictures, which are otherwise kept until there is no room.")
  }
  static var responses: Self { .flag("responses", summary: "Only answers of services, no pictures.") }
}
