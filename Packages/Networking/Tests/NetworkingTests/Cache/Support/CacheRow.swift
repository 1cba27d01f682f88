import Foundation
import Testing

@testable import Networking

/// A behaviour that is required of a cache: requests one after the other, and who answers each.
struct CacheRow: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [Step]

  init(_ name: String, _ steps: Step...) {
    self.name = name
    self.steps = steps
  }

  var testDescription: String { name }

  /// Who answers a request, with what.
  enum Outcome: Sendable, Hashable {
    /// The service, with all of it.
    case origin
    /// The cache, with the content of the step with this number; nothing is sent.
    case stored(Int)
    /// The cache, after the service answered 304.
    case confirmed(Int)
    /// The cache, and the service is asked afterwards.
    case storedWhileAsking(Int)
    /// The cache, because the service failed.
    case inPlaceOfFailure(Int)
    /// The cache, with 304 because the caller has it.
    case notModified
    /// The service's 304 goes to the caller.
    case notModifiedByOrigin
    /// Nobody: the failure of the network.
    case networkFailure
    /// Nobody: the service is not to be asked.
    case miss
  }

  /// What the service does when it is asked.
  enum Service: Sendable {
    case answers(Int)
    case isGone
  }

  /// One request.
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
    /// Fields that the caller gets.
    var has: [String] = []
    /// Names of fields that the caller does not get.
    var lacks: [String] = []
    /// Fields that the service is sent.
    var asks: [String] = []
    /// Names of fields that the service is not sent.
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

    /// The same, with the service gone.
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
  /// Reads `Name: value` lines that a test wrote down.
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
