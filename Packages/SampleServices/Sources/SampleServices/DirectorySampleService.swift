import Basics
import Foundation
import Networking

/// The size of the sample directory and the random seed for its people.
public struct SampleDirectoryOptions: Sendable, Hashable {
  /// The maximum employee count.
  public static let maximumCount = 100_000

  /// The employee count, from 0 to ``maximumCount``.
  public let count: Int
  /// The random seed; equal seeds generate the same people on every machine.
  public let seed: UInt64

  /// Creates options, clamping the count to the range from 0 to ``maximumCount``.
  public init(count: Int = 30, seed: UInt64 = 2_026) {
    self.count = min(max(count, 0), Self.maximumCount)
    self.seed = seed
  }
}

/// A directory with three employee lists, and with photos drawn on demand.
final class DirectorySampleService: Sendable {
  static let prefix = "/directory/"

  private struct Key: Hashable {
    let name: Substring
    let photoBase: String
  }

  private let options: SampleDirectoryOptions
  /// The cached lists, at most four, because clients may use any number of host names.
  private let documents = Locked<[Key: Data]>([:])

  init(options: SampleDirectoryOptions) { self.options = options }

  func answer(_ request: HTTPRequest) -> SampleResponse {
    guard request.isReading else {
      return .text("The directory can only be read.\n", status: 405).header("Allow", "GET, HEAD")
    }
    let name = request.path.dropFirst(Self.prefix.count)
    switch name {
    case "employees.json", "employees_malformed.json":
      let host = request.host
      return .json(document(Key(name: name, photoBase: "http://\(host)\(Self.prefix)photos/\(options.seed)")))
    case "employees_empty.json": return .json(SampleEmployeeList.empty)
    default: return photo(name) ?? .text("The directory has nothing at \(request.path).\n", status: 404)
    }
  }

  private func document(_ key: Key) -> Data {
    documents.withLock { documents in
      if let known = documents[key] { return known }
      let list = SampleEmployeeList(options: options, photoBase: key.photoBase)
      let document = key.name == "employees.json" ? list.normal() : list.malformed()
      if documents.count >= 4 { documents.removeAll() }
      documents[key] = document
      return document
    }
  }

  /// Returns the photo at `photos/<seed>/<number>/small.png` or `large.png`, which is the same in every run.
  private func photo(_ name: Substring) -> SampleResponse? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "photos", let seed = UInt64(parts[1]), let number = Int(parts[2]),
      (0..<SampleDirectoryOptions.maximumCount).contains(number),
      let side = ["small.png": 64, "large.png": 256][parts[3]]
    else { return nil }
    return .picture(SamplePortrait(number: number, seed: seed).pngData(side: side))
  }
}
