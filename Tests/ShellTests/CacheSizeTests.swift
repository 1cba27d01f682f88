import Components
import Foundation
import Networking
import NetworkingTesting
import Terminal
import TerminalTesting
import Testing

@testable import fetch_counter

/// Tests that set the cache size on the settings screen, and check the running cache's limit.
@MainActor
@Suite("Cache size setting")
struct CacheSizeTests {
  private let terminal = ScriptedTerminal(size: Size(width: 100, height: 40))
  private let home = FileManager.default.temporaryDirectory.appending(path: "cache-size-\(UUID().uuidString)")

  private func start() async throws -> ProgramScene {
    let scene = try await ProgramScene(home: home, terminal: terminal)
    try await scene.selectSetting("cache_size")
    try await terminal.waitUntil(contains: "▸ Limit")
    return scene
  }

  private var limitLine: String { terminal.lines.first { $0.contains("▸ Limit") } ?? "" }

  private var storedWord: String? {
    get throws { try StoredPreferences(folder: home.path + "/.local/share/fetch-counter").load()["cache_size"] }
  }

  /// Stores 100 kB responses in the cache as if they came from a service.
  private func fill(_ cache: HTTPCache, with count: Int) async throws {
    let service = StubTransport { request throws(NetworkError) in
      HTTPResponse(
        status: .ok,
        headers: ["Cache-Control": "max-age=600"],
        url: request.url,
        body: ResponseBody(bytes: Data(count: 100_000))
      )
    }
    for number in 0..<count {
      let url = try #require(URL(string: "http://host/\(number)"))
      let response = try await service.wrapped(in: [cache]).send(HTTPRequest(url: url))
      _ = try await response.body.collect(upTo: 1_000_000)
    }
  }

  @Test("accepts a typed cache size, and immediately removes responses beyond the new limit")
  func typed() async throws {
    // Given
    let scene = try await start()
    try await fill(scene.cache, with: 15)
    // When
    terminal.press(.enter)
    terminal.press(.control("u"))
    terminal.type("1mb\n")
    // Then
    try await terminal.waitUntil(contains: "responses from the cache.")
    try await terminal.waitUntil(contains: "of 1 MB in ")
    let statistics = scene.cache.statistics
    #expect(statistics.bytes <= 1_000_000)
    #expect(statistics.bytes > 800_000)
    #expect(scene.cache.sizeLimit == 1_000_000)
    #expect(try storedWord == "1MB")
  }

  @Test(
    "rejects an invalid cache size with a reason and the valid range, and lets the user correct it",
    arguments: [
      ("", "it is empty"), ("soon", "it isn't a size"), ("1.5GB", "it isn't a size"), ("-1", "it isn't a size"),
      ("999KB", "it is too small"), ("0", "it is too small"), ("101GB", "it is too large"),
      ("99999999999999", "it is too large"), ("5TB", "it isn't a size"),
    ]
  )
  func refused(word: String, reason: String) async throws {
    let scene = try await start()
    // When
    terminal.press(.enter)
    terminal.press(.control("u"))
    terminal.type(word + "\n")
    // Then
    try await terminal.waitUntil(
      contains: "Couldn't set the cache size: \(reason). Use a size from 1MB to 100GB"
    )
    #expect(scene.cache.sizeLimit == 256_000_000)
    #expect(try storedWord == nil)
    // When
    terminal.press(.control("u"))
    terminal.type("20MB\n")
    // Then
    try await terminal.waitUntil(contains: "of 20 MB in ")
  }

  @Test("keeps the cache size when editing is cancelled")
  func givenUp() async throws {
    let scene = try await start()
    terminal.press(.enter)
    terminal.press(.end)
    terminal.type("0")
    try await terminal.waitUntil(contains: "256MB0")
    terminal.press(.escape)
    terminal.advance(by: .milliseconds(60))
    try await terminal.waitUntil(lacks: "256MB0")
    #expect(limitLine.contains("256 MB"))
    #expect(scene.cache.sizeLimit == 256_000_000)
  }

  @Test("explains why the cache size can't be changed if the configuration file sets it")
  func decidedElsewhere() async throws {
    // Given
    let folder = home.appending(path: ".config/fetch-counter")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(#"{"cache_size": "64MB"}"#.utf8).write(to: folder.appending(path: "config.json"))
    let scene = try await start()
    #expect(limitLine.contains("64 MB"))
    // When
    terminal.press(.enter)
    // Then
    try await terminal.waitUntil(contains: "▲ The configuration file")
    // The line breaks depend on the length of the temporary folder's path.
    let words = terminal.text.split { !$0.isLetter && $0 != "." }.joined(separator: " ")
    #expect(words.contains("config.json overrides this setting."))
    #expect(scene.cache.sizeLimit == 64_000_000)
  }

  @Test("keeps the cache size if a new size can't be stored, and shows the reason")
  func notStored() async throws {
    // Given a folder in place of the preferences file
    let folder = home.appending(path: ".local/share/fetch-counter/preferences.json")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scene = try await start()
    // When
    terminal.press(.enter)
    terminal.press(.control("u"))
    terminal.type("1gb\n")
    // Then
    try await terminal.waitUntil(contains: "preferences.json")
    #expect(scene.cache.sizeLimit == 256_000_000)
    #expect(limitLine.contains("256 MB"))
  }
}
