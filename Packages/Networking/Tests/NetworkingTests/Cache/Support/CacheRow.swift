import Foundation
import Testing

@testable import Networking

/// A required behavior: a series of requests and the expected sources of their responses.
struct CacheRow: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [Step]

  init(_ name: String, _ steps: Step...) {
    self.name = name
    self.steps = steps
  }

  var testDescription: String { name }

  enum Outcome: Sendable, Hashable {
    /// Complete content from the service.
    case origin
    /// The given step's content, without a request to the service.
    case stored(Int)
    /// The given step's content, after the service responds with 304.
    case confirmed(Int)
    /// The given step's content, followed by a request to the service.
    case storedWhileAsking(Int)
    /// The given step's content, in place of a service failure.
    case inPlaceOfFailure(Int)
    /// 304 from the cache; the caller already has the content.
    case notModified
    /// 304 from the service; the cache passes it on.
    case notModifiedByOrigin
    case networkFailure
    /// No response, because nothing suitable is stored and requests to the service aren't permitted.
    case miss
  }

  enum Service: Sendable {
    case answers(Int)
    case isGone
  }

  struct Step: Sendable {
    var method = HTTPMethod.get
    var path = "/a"
    var after: TimeInterval = 0
    var sends: [String] = []
    var policy: CachePolicy?
    var service = Service.answers(200)
    var answer: [String] = []
    var delay: TimeInterval = 0
    var gives = Outcome.origin
    /// The fields that the caller must receive.
    var has: [String] = []
    /// The fields that the caller must not receive.
    var lacks: [String] = []
    /// The fields that the service must receive.
    var asks: [String] = []
    /// The fields that the service must not receive.
    var asksWithout: [String] = []

    static func get(
      _ path: String = "/a",
      after: TimeInterval = 0,
      sends: [String] = [],
      policy: CachePolicy? = nil,
      status: Int = 200,
      answer: [String] = [],
      delay: TimeInterval = 0,
      gives: Outcome = .origin,
      has: [String] = [],
      lacks: [String] = [],
      asks: [String] = [],
      asksWithout: [String] = []
    ) -> Step {
      Step(
        path: path,
        after: after,
        sends: sends,
        policy: policy,
        service: .answers(status),
        answer: answer,
        delay: delay,
        gives: gives,
        has: has,
        lacks: lacks,
        asks: asks,
        asksWithout: asksWithout
      )
    }

    /// Returns a step in which the service is unreachable.
    static func whileGone(
      _ path: String = "/a",
      after: TimeInterval = 0,
      sends: [String] = [],
      policy: CachePolicy? = nil,
      gives: Outcome
    ) -> Step {
      Step(path: path, after: after, sends: sends, policy: policy, service: .isGone, gives: gives)
    }

    static func send(
      _ method: HTTPMethod,
      _ path: String = "/a",
      after: TimeInterval = 0,
      sends: [String] = [],
      status: Int = 200,
      answer: [String] = [],
      gives: Outcome = .origin,
      has: [String] = []
    ) -> Step {
      Step(
        method: method,
        path: path,
        after: after,
        sends: sends,
        service: .answers(status),
        answer: answer,
        gives: gives,
        has: has
      )
    }
  }
}

extension HTTPFields {
  /// Parses `Name: value` lines.
  init(lines: [String]) {
    self.init()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let name = HTTPField.Name(parts[0]), append(name, parts[1]) else {
        preconditionFailure("'\(line)' isn't a field line")
      }
    }
  }
}
