import BasicsTesting
import FeatureFlags
import Foundation
import Testing

@Suite("Flag catalog")
struct CatalogTests {
  private func flag(_ key: String) -> FeatureFlag<Bool> {
    FeatureFlag(key, default: false, description: "A flag.", owner: "tests")
  }

  private func catalog(_ keys: String...) throws(FlagCatalogError) -> FlagCatalog {
    try FlagCatalog(declarations: keys.map { flag($0).declaration })
  }

  @Test("lists the declared flags in the catalog")
  func listing() throws {
    let catalog = try Flags.catalog()
    #expect(catalog.declarations.map(\.key) == ["newSearch", "http.maxRows", "title"])
    let declaration = try #require(catalog["title"])
    #expect(declaration.defaultContent == .string("Search"))
    #expect(declaration.expectation == "text")
    #expect(declaration.owner == "design")
    #expect(declaration.description == "The text above the results.")
    #expect(catalog["Title"] == nil)
  }

  @Test("rejects two flags with the same name or environment variable")
  func collisions() throws {
    let twice = try #require(throws: FlagCatalogError.self) { try catalog("a", "b", "a") }
    #expect(twice == .declaredTwice(key: "a"))
    #expect(twice.description == "The flag 'a' is declared twice. Remove or rename one of the two.")
    let similar = try #require(throws: FlagCatalogError.self) { try catalog("newSearch", "new.search") }
    #expect(similar == .sameEnvironmentName(keys: ["newSearch", "new.search"], name: "NEW_SEARCH"))
    #expect(similar.description.contains("'newSearch' and 'new.search' are both spelled NEW_SEARCH"))
  }

  @Test(
    "derives environment variable names from flag keys",
    arguments: [
      ("newSearch", "NEW_SEARCH"), ("title", "TITLE"), ("http.proxyURL", "HTTP_PROXY_URL"),
      ("useHTTPCache", "USE_HTTP_CACHE"),
      ("supportEUR", "SUPPORT_EUR"), ("a-b_c", "A_B_C"), ("v2Layout", "V2_LAYOUT"), ("ALREADY_SO", "ALREADY_SO"),
    ]
  )
  func environmentNames(key: String, name: String) throws {
    let catalog = try catalog(key)
    let source = FlagSource.environment(prefix: "T_", environment: ["T_" + name: "on"], catalog: catalog)
    #expect(source.spelling(of: key) == "T_" + name)
    #expect(FlagClient(catalog: catalog, sources: [source]).value(of: flag(key)))
  }

  @Test(
    "finds the nearest declared key for a typo, but no key for an unrelated word",
    arguments: [
      ("newSerch", String?.some("newSearch")), ("NEW_SEARCH", "newSearch"), ("newsaerch", "newSearch"),
      ("ttile", "title"),
      ("http.maxrow", "http.maxRows"), ("x", nil), ("", nil), ("somethingElse", nil),
      (String(repeating: "newSearch", count: 100_000), nil),
    ]
  )
  func nearest(word: String, key: String?) throws {
    #expect(try Flags.catalog().nearest(to: word) == key)
  }

  @Test("warns about unknown keys in their source's spelling and suggests the nearest declared key")
  func unknownKeys() throws {
    let catalog = try Flags.catalog()
    let flags = FlagClient(
      catalog: catalog,
      sources: [
        FlagSource(layer: .persisted, name: "service", values: ["zzz\u{1B}": .boolean(true)]),
        .commandLine(assignments: ["newSerch=on", "=x", "title"]),
        .environment(
          prefix: "TOOL_FLAG_",
          environment: [
            "TOOL_FLAG_NEWSEARCH": "1", "TOOL_FLAG": "2", "OTHER": "3", "TOOL_FLAG_": "4", "TOOL_FLAG_newSearch": "5",
          ],
          catalog: catalog
        ),
      ]
    )
    #expect(
      flags.warnings.map(\.description) == [
        "--flag \"=x\" is not in the form key=value and was ignored.",
        "--flag \"title\" is not in the form key=value and was ignored.",
        "--flag newSerch (command line) doesn't match any flag. Did you mean --flag newSearch?",
        "TOOL_FLAG_ (environment) doesn't match any flag. Remove it.",
        "TOOL_FLAG_NEWSEARCH (environment) doesn't match any flag. Did you mean TOOL_FLAG_NEW_SEARCH?",
        "TOOL_FLAG_newSearch (environment) doesn't match any flag. Did you mean TOOL_FLAG_NEW_SEARCH?",
        "\"zzz\\u{1b}\" (service) doesn't match any flag. Remove it.",
      ]
    )
  }

  @Test("never returns a wrong flag value for random arguments and variables, with or without a warning")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 11)
    let catalog = try Flags.catalog()
    let pieces = [
      "newSearch", "NEW_SEARCH", "T_", "=", "==", "true", "1", "é", "\u{0}", "\u{202E}", " ", "title", "🇩🇪", "-", ".",
    ]
    for _ in 0..<5_000 {
      func word() -> String {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }.joined()
      }
      let assignments = [word(), word()]
      var variables: [String: String] = [:]
      for prefix in ["T_", "T_", ""] { variables[prefix + word()] = word() }
      let flags = FlagClient(
        catalog: catalog,
        sources: [
          .commandLine(assignments: assignments),
          .environment(prefix: "T_", environment: variables, catalog: catalog),
        ]
      )
      // A second implementation of the rule: the last assignment to exactly the flag's key applies if its value
      // means true or false.
      let words = ["true": true, "1": true]
      let argument = assignments.last { $0.hasPrefix("newSearch=") }.flatMap { words[String($0.dropFirst(10))] }
      let variable = variables["T_NEW_SEARCH"].flatMap { words[$0] }
      #expect(flags.value(of: Flags.newSearch) == (argument ?? variable ?? false))
      for warning in flags.warnings {
        let unsafe = warning.description.unicodeScalars.first { $0.value < 0x20 || $0 == "\u{202E}" }
        #expect(unsafe == nil)
      }
    }
  }
}
