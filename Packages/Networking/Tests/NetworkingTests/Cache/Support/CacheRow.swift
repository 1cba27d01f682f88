import Foundation
import Testing

@testable import Networking

/// A required behavior of a cache: successive requests, and the source of each response.
struct CacheRow: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [Step]

  init(_ name: String, _ steps: Step...) {
    self.name = name
    self.steps = steps
  }

  var testDescription: String { name }

  /// The source and content of a response.
  enum Outcome: Sendable, Hashable {
    /// The service, with complete content.
    case origin
    /// The cache, with the content of the step with this number; nothing is sent.
    case stored(Int)
    /// The cache, after the service responded with 304.
    case confirmed(Int)
    /// The cache, followed by a request to the service.
    case storedWhileAsking(Int)
    /// The cache, because the service failed.
    case inPlaceOfFailure(Int)
    /// The cache, with 304 because the caller has the content.
    case notModified
    /// The service's 304, passed on to the caller.
    case notModifiedByOrigin
    /// No response: the network fails.
    case networkFailure
    /// No response: the service must not receive a request.
    case miss
  }

  /// The behavior of the service for a request.
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
    /// Fields that the caller must receive.
    var has: [String] = []
    /// Names of fields that the caller must not receive.
    var lacks: [String] = []
    /// Fields that the service must receive.
    var asks: [String] = []
    /// Names of fields that the service must not receive.
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

    /// Returns the same row without a reachable service.
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
  /// Parses `Name: value` lines of a test.
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
