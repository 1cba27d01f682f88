import NetworkingFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A partial file and its resumption metadata, used by one task; a file lock excludes other processes.
final class PartialFile {
  /// The metadata for resuming, stored next to the partial file.
  struct Facts: Codable, Hashable {
    /// The URL without its query, because signed queries differ between requests.
    var address: String
    /// The validator for the content's version; `nil` if the version is unknown.
    var validator: String?
  }

  let destination: URL
  private(set) var length: Int
  private(set) var total: Int?
  private(set) var facts: Facts?
  private var headers = HTTPFields()

  private let file: LocalFile
  private let factsPath: String
  private let isKept: Bool

  init(destination: URL, isKept: Bool) throws(NetworkError) {
    self.destination = destination
    self.isKept = isKept
    let target = destination.path(percentEncoded: false)
    if LocalFile.isFolder(target) {
      throw .fileFailure(path: target, reason: "it is a folder; add a file name")
    }
    let folder = destination.deletingLastPathComponent()
    guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
      throw .fileFailure(path: target, reason: "its folder doesn't exist; create it first")
    }
    let path = folder.appending(path: ".\(destination.lastPathComponent).partial").path(percentEncoded: false)
    // Users who can't read the old file must not be able to read the partial file. A later attempt must be able to
    // write to the partial file.
    let mode = LocalFile.permissions(ofRegularFileAt: destination.path(percentEncoded: false)).map { $0 | 0o600 }
    file = try Self.open(path, mode: mode ?? 0o666)
    if let mode { try file.setPermissions(mode) }
    factsPath = path + ".json"
    let data = FileManager.default.contents(atPath: factsPath)
    facts = data.flatMap { try? JSONDecoder().decode(Facts.self, from: $0) }
    // A download can't be resumed if the version of its content is unknown.
    if facts?.validator == nil { try file.truncate(to: 0) }
    length = try file.length
  }

  private static func open(_ path: String, mode: mode_t) throws(NetworkError) -> LocalFile {
    while true {
      let file = try LocalFile(path: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: mode)
      guard file.tryLock() else { throw .fileFailure(path: path, reason: "another download is writing to it") }
      // Another process may have finished and renamed the file between opening and locking it here.
      if file.isStillAtItsPath { return file }
    }
  }

  /// Prepares for a successful response; returns its content's offset, `nil` if the content doesn't continue the file.
  func begin(_ response: HTTPResponse, at offset: Int) throws(NetworkError) -> Int? {
    headers = response.headers
    let address = Self.address(of: response.url)
    guard response.status.code == 206 else {
      facts = Facts(address: address, validator: Self.validator(in: response.headers))
      try write(facts)
      try file.truncate(to: 0)
      length = 0
      let isEncoded = response.headers[.contentEncoding].map { $0.lowercased() != "identity" } ?? false
      total = isEncoded ? nil : response.headers[.contentLength].flatMap { Int($0) }
      return 0
    }
    guard offset > 0, let range = response.headers["Content-Range"].flatMap(ContentRange.init),
      let bounds = range.bounds, bounds.lowerBound == offset, facts?.address == address
    else { return nil }
    if let sent = Self.validator(in: response.headers), sent != facts?.validator { return nil }
    try file.truncate(to: offset)
    length = offset
    total = range.total
    return offset
  }

  func append(_ chunk: Data) throws(NetworkError) {
    try file.write(chunk)
    length += chunk.count
  }

  func finish(resumedAt: Int, isDurable: Bool) throws(NetworkError) -> DownloadedFile {
    if let total, total != length {
      throw .protocolViolation("it sent \(length) of \(total) bytes", origin: facts?.address ?? "The service")
    }
    let mode = LocalFile.permissions(ofRegularFileAt: destination.path(percentEncoded: false))
    if let mode { try file.setPermissions(mode) }
    if isDurable { try file.synchronize() }
    guard rename(file.path, destination.path(percentEncoded: false)) == 0 else {
      throw LocalFile.failure(path: destination.path(percentEncoded: false))
    }
    unlink(factsPath)
    if isDurable {
      let folder = destination.deletingLastPathComponent().path(percentEncoded: false)
      try LocalFile(path: folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }
    return DownloadedFile(url: destination, length: length, resumedAt: resumedAt, headers: headers)
  }

  func keepOrRemove() {
    guard !isKept || facts?.validator == nil || length == 0 else { return }
    unlink(file.path)
    unlink(factsPath)
  }

  private func write(_ facts: Facts?) throws(NetworkError) {
    guard isKept, let data = try? JSONEncoder().encode(facts) else {
      // If this process is killed, the old metadata must not remain next to new content.
      unlink(factsPath)
      return
    }
    let record = try LocalFile(path: factsPath, flags: O_WRONLY | O_CREAT | O_NOFOLLOW)
    try record.truncate(to: 0)
    try record.write(data)
  }

  private static func address(of url: URL) -> String {
    "\(Origin(url)?.description ?? "")\(url.path(percentEncoded: true))"
  }

  /// Returns a strong entity tag, or a `Last-Modified` that differs from `Date` (RFC 9110, section 8.8.1).
  ///
  /// If both dates are equal, the date could describe two versions from the same second (section 8.8.2.2).
  static func validator(in headers: HTTPFields) -> String? {
    if let tag = headers["ETag"] { return tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 1 ? tag : nil }
    guard let modified = headers["Last-Modified"], let date = headers["Date"], modified != date,
      modified.utf8.count == 29, date.utf8.count == 29, modified.hasSuffix(" GMT")
    else { return nil }
    return modified
  }
}

/// The `Content-Range` field in a response (RFC 9110, section 14.4).
struct ContentRange: Hashable {
  /// The first and last positions; `nil` if the range can't be satisfied (416).
  let bounds: ClosedRange<Int>?
  let total: Int?

  init?(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    if halves[1] == "*" {
      total = nil
    } else {
      guard let number = Self.number(halves[1]) else { return nil }
      total = number
    }
    if halves[0] == "*" {
      bounds = nil
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
      last < total ?? .max
    else { return nil }
    bounds = first...last
  }

  // `Int` would also accept a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
