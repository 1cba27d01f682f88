import Foundation
import Testing

@testable import Networking

/// A required cache behavior: a series of requests, and the expected source of each response.
struct CacheRow: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [Step]

  init(_ name: String, _ steps: Step...) {
    self.name = name
    self.steps = steps
  }

  var testDescription: String { name }

  /// The expected source and content of a response.
  enum Outcome: Sendable, Hashable {
    /// The service responds with the complete content.
    case origin
    /// The cache responds with the content from the given step, without sending a request to the service.
    case stored(Int)
    /// The cache responds with the content from the given step after the service responds with 304.
    case confirmed(Int)
    /// The cache responds with the content from the given step, then sends a request to the service.
    case storedWhileAsking(Int)
    /// The cache responds with the content from the given step because the service failed.
    case inPlaceOfFailure(Int)
    /// The cache responds with 304, because the caller already has the content.
    case notModified
    /// The service responds with 304, which the cache passes on.
    case notModifiedByOrigin
    /// There is no response, because the network fails.
    case networkFailure
    /// There is no response, because requests to the service aren't permitted.
    case miss
  }

  /// The service's behavior for a request.
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
    /// The names of fields that the caller must not receive.
    var lacks: [String] = []
    /// The fields that the service must receive.
    var asks: [String] = []
    /// The names of fields that the service must not receive.
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
  /// Parses the `Name: value` lines in a test.
  init(lines: [String]) {
    self.init()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let name = HTTPField.Name(parts[0]), append(name, parts[1]) else {
        preconditionFailure("'\(line)' is no field line")
      }
    }
  }
}
