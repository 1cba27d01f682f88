import Testing

@testable import fetch_counter

@Suite("Suggestions for mistyped words")
struct SpellingTests {
  private static let commands = [
    "app", "fetch", "status", "reset", "directory", "markets", "flags", "cache", "config", "open", "serve", "doctor",
    "completions", "help",
  ]

  @Test(
    "The nearest valid word is found",
    arguments: [
      ("fecth", "fetch"), ("fetc", "fetch"), ("ftch", "fetch"), ("stauts", "status"), ("satus", "status"),
      ("STATUS", "status"), ("directroy", "directory"), ("dirctory", "directory"), ("direct", "directory"),
      ("market", "markets"), ("comp", "completions"), ("completion", "completions"), ("conifg", "config"),
      ("dcotor", "doctor"), ("halp", "help"), ("ap", "app"), ("opne", "open"), ("serv", "serve"), ("rest", "reset"),
    ]
  )
  func found(word: String, expected: String) {
    #expect(Spelling.nearest(to: word, among: Self.commands) == expected)
  }

  @Test(
    "Nothing is suggested when nothing is near",
    arguments: [
      "", "x", "xyzzy", "c", "co", "list", "qwertyuiop", "fffff", "—", String(repeating: "fetch", count: 1_000),
    ]
  )
  func notFound(word: String) {
    #expect(Spelling.nearest(to: word, among: Self.commands) == nil)
  }

  @Test("Of words as near as each other, one that begins alike is suggested, or the first; a nearer one wins over both")
  func order() {
    #expect(Spelling.nearest(to: "fsh", among: ["bash", "zsh", "fish"]) == "fish")
    #expect(Spelling.nearest(to: "fsh", among: ["zsh", "ssh"]) == "zsh")
    #expect(Spelling.nearest(to: "fsh", among: ["fished", "zsh"]) == "zsh")
    #expect(Spelling.nearest(to: "lost", among: ["lust", "last", "list"]) == "lust")
    #expect(Spelling.nearest(to: "lists", among: ["lost", "list"]) == "list")
    #expect(Spelling.nearest(to: "anything", among: []) == nil)
  }

  @Test(
    "A distance is the fewest edits",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abcd", "badc", 2),
      ("kitten", "sitting", 3), ("ca", "abc", 3), ("é", "e", 1), ("sunday", "saturday", 3),
    ]
  )
  func distance(first: String, second: String, expected: Int) {
    #expect(Spelling.distance(Array(first), Array(second)) == expected)
    #expect(Spelling.distance(Array(second), Array(first)) == expected)
  }
}
