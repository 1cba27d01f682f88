import Foundation
import Testing

@testable import Networking

@Suite("Retry-After header field")
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    "parses Retry-After as a number of seconds or as a date",
    arguments: [
      (["0"], .zero), (["120"], .seconds(120)), (["007"], .seconds(7)),
      (["Sun, 06 Nov 1994 08:50:37 GMT"], .seconds(60)), (["Sunday, 06-Nov-94 08:49:47 GMT"], .seconds(10)),
      (["Sun Nov  6 08:49:38 1994"], .seconds(1)), (["Sun, 06 Nov 1994 08:00:00 GMT"], .zero),
      (["99999999999999999999999"], .seconds(3_155_760_000)), (["5", "9"], .seconds(5)),
      ([""], nil), (["-1"], nil), (["1.5"], nil), (["+1"], nil), (["soon"], nil), (["1 s"], nil), (["١"], nil),
      ([], nil),
    ] as [([String], Duration?)]
  )
  func reads(values: [String], expected: Duration?) {
    var headers = HTTPFields()
    for value in values { headers.append(.retryAfter, value) }
    #expect(headers.retryAfter(now: now) == expected)
  }

  @Test("compares Retry-After with the response's Date field, so that a wrong local clock doesn't matter")
  func usesTheServersClock() {
    let headers: HTTPFields = [
      .retryAfter: "Sun, 06 Nov 1994 08:50:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:30 GMT",
    ]
    #expect(headers.retryAfter(now: now) == .seconds(7))
  }
}
