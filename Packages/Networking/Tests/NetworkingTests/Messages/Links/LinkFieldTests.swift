import Foundation
import Testing

@testable import Networking

@Suite("Link header fields")
struct LinkFieldTests {
  private static let base = URL.test("https://api.example/lists/7?page=1")

  /// Returns each link as `target relation,relation attribute=value`.
  private static func shown(_ values: [String], base: URL = Self.base) -> [String] {
    var headers = HTTPFields()
    for value in values { headers.append(.link, value) }
    return headers.links(relativeTo: base).map { link in
      let context = link.context == base ? [] : ["of \(link.context.absoluteString)"]
      let attributes = link.attributes.map { "\($0.name)=\($0.value)" }
      return ([link.target.absoluteString, link.relations.joined(separator: ",")] + attributes + context)
        .joined(separator: " ")
    }
  }

  @Test(
    "parses links according to RFC 8288, appendix B",
    arguments: [
      (["<https://api.example/lists/7?page=2>; rel=\"next\""], ["https://api.example/lists/7?page=2 next"]),
      (["</lists/7?page=2>; rel=next"], ["https://api.example/lists/7?page=2 next"]),
      (["<?page=2>; rel=next"], ["https://api.example/lists/7?page=2 next"]),
      (["<>; rel=self"], ["https://api.example/lists/7?page=1 self"]),
      (["<../8>;rel=up"], ["https://api.example/8 up"]),
      (["<//cdn.example/x>; rel=preload; as=image"], ["https://cdn.example/x preload as=image"]),
      (
        ["</a>; rel=next, </b>; rel=last", "</c>; rel=first"],
        ["https://api.example/a next", "https://api.example/b last", "https://api.example/c first"]
      ),
      (["</a>; rel=\"next  last\tHTTP://X.example/REL\""], ["https://api.example/a next,last,http://x.example/rel"]),
      // Only the first "rel" counts, and case is ignored.
      (["</a>; REL=Next; rel=prev"], ["https://api.example/a next"]),
      (["</a>"], ["https://api.example/a "]),
      (["</a>;rel"], ["https://api.example/a "]),
      (["</a> ; rel = \"next\" ; title = x"], ["https://api.example/a next title=x"]),
      // Separators and escaped quotation marks within quotation marks are ordinary text.
      (
        ["</a>; title=\"a, b; c <d>\"; rel=next, </b>; rel=last"],
        ["https://api.example/a next title=a, b; c <d>", "https://api.example/b last"]
      ),
      (["</a>; title=\"say \\\"hi\\\"\"; rel=next"], ["https://api.example/a next title=say \"hi\""]),
      (["</a,b;c>; rel=next"], ["https://api.example/a,b;c next"]),
      // The first "title" counts; "hreflang" may be repeated.
      (
        ["</a>; title=one; title=two; hreflang=en; hreflang=de; rel=next"],
        ["https://api.example/a next title=one hreflang=en hreflang=de"]
      ),
      // The encoded value takes precedence, wherever it occurs (RFC 8187). A value that can't be decoded is ignored.
      (["</a>; title*=UTF-8'de'n%c3%a4chste; title=next; rel=next"], ["https://api.example/a next title=nächste"]),
      (["</a>; title=next; title*=utf-8''n%c3%a4chste; rel=next"], ["https://api.example/a next title=nächste"]),
      (["</a>; title=next; title*=UTF-8''%c3%; rel=next"], ["https://api.example/a next title=next"]),
      (["</a>; title=next; title*=ISO-8859-1''%e4; rel=next"], ["https://api.example/a next title=next"]),
      (["</a>; title=next; title*=UTF-8''%ff; rel=next"], ["https://api.example/a next title=next"]),
      (["</a>; rel=next; anchor=\"#part\""], ["https://api.example/a next of https://api.example/lists/7?page=1#part"]),
      ([" , ,</a>; rel=next,, "], ["https://api.example/a next"]),
      (["</a>; rel=next;; title=x;"], ["https://api.example/a next title=x"]),
      (["<mailto:a@b.example>; rel=author"], ["mailto:a@b.example author"]),
    ] as [([String], [String])]
  )
  func areRead(values: [String], expected: [String]) {
    #expect(Self.shown(values) == expected)
  }

  @Test(
    "ignores the rest of a field line after an error, but not other lines",
    arguments: [
      "", "next", "/a; rel=next", "</a; rel=next", ", x, </a>; rel=next", "<a", "\"</a>; rel=next\"",
      "</a>x, </b>; rel=x",
      "</a>; rel=\"next\"x, </b>; rel=x", "</a>; title=\"never closed, </b>; rel=next", "</a>; =x garbage, </b>; rel=x",
    ]
  )
  func endAtMistakes(value: String) {
    let links = Self.shown([value, "</whole>; rel=last"])
    // All links before the error are kept. Text after the error and quoted text never become links.
    #expect(links.last == "https://api.example/whole last")
    #expect(!links.contains { $0.hasPrefix("https://api.example/b") })
    #expect(links.count <= 2)
  }

  @Test("finds links by relation and ignores links with another context")
  func areFoundByRelation() throws {
    // Given: several links; one link has another context
    let response = HTTPResponse(
      status: .ok,
      headers: [
        .link: "</x>; rel=next; anchor=\"/other\", <?page=2>; rel=\"NEXT last\"; type=\"application/json\"; title=More"
      ],
      url: Self.base
    )
    // When
    let next = try #require(response.link("Next"))
    // Then
    #expect(next.target == .test("https://api.example/lists/7?page=2"))
    #expect(response.link("last") == next)
    #expect(next["type"] == "application/json")
    #expect(next["title"] == "More")
    #expect(next["TYPE"] == next["type"])
    #expect(response.link("prev") == nil)
    #expect(response.links.count == 2)
  }

  @Test("parses random link fields without crashing, and parses formatted links back into equal links")
  func fuzz() {
    var random = SeededGenerator(seed: 8288)
    let pieces = [
      "<", ">", ";", ",", "=", "\"", "\\", " ", "\t", "rel", "rel=next", "title", "title*=UTF-8''", "%c3%a4", "%", "'",
      "/a?b#c", "https://h.example", "http://[", "anchor=", "é", "\u{1}", "next", "*", "//", "..",
    ]
    var found = 0
    var wrong: [String] = []
    for number in 0..<LongTests.inputs {
      let beginnings = ["", "</a>", "</a>; rel=next", "</a>; rel=\"next\"; title=\"a, b\", </b>;"]
      let value =
        beginnings[number % beginnings.count]
        + (0..<Int.random(in: 0...14, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      var headers = HTTPFields()
      headers.append(.link, value)
      let links = headers.links(relativeTo: Self.base)
      found += links.count
      // Each parsed link is written in the simplest form and parsed again.
      let written = links.map { link in
        "<\(link.target.absoluteString)>; rel=\"\(link.relations.joined(separator: " ").replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
      }.joined(separator: ", ")
      var again = HTTPFields()
      again.append(.link, written)
      let second = again.links(relativeTo: Self.base)
      if second.map(\.target) != links.map(\.target) || second.map(\.relations) != links.map(\.relations) {
        wrong.append(value)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(found > LongTests.inputs / 2)
  }

  @Test("parses links in linear time")
  func isLinear() {
    let isLinear = takesLinearTime { count in
      let value = "</a>" + (0..<count).map { "; p\($0)=a; p\($0)*=utf-8''b" }.joined()
      let headers: HTTPFields = [.link: value]
      return { _ = headers.links(relativeTo: Self.base) }
    }
    #expect(isLinear)
  }
}
