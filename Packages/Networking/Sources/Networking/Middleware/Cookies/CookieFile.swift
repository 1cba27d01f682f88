import NetworkingFoundation

/// A JSON file, readable only by the user, that contains persistent cookies.
struct CookieFile: Codable, Sendable {
  private struct Entry: Codable {
    let name: String
    let value: String
    let domain: String
    let isHostOnly: Bool
    let path: String
    /// The expiry, in seconds since 1970.
    let expires: Double
    let isSecure: Bool
    let isHTTPOnly: Bool
  }

  private static let currentVersion = 1
  /// The maximum size in bytes; no jar with the default limits needs more.
  private static let sizeLimit = 32 << 20

  private let version: Int
  private let cookies: [Entry]

  /// Creates a file from the cookies that aren't session cookies (RFC 6265bis, section 5.7).
  init(_ cookies: [Cookie]) {
    version = Self.currentVersion
    self.cookies = cookies.compactMap { cookie in
      guard let expiry = cookie.expiry else { return nil }
      return Entry(
        name: cookie.name,
        value: cookie.value,
        domain: cookie.domain,
        isHostOnly: cookie.isHostOnly,
        path: cookie.path,
        expires: expiry.timeIntervalSince1970,
        isSecure: cookie.isSecure,
        isHTTPOnly: cookie.isHTTPOnly
      )
    }
  }

  /// Reads the cookies in a file; returns an empty array if the file doesn't exist.
  ///
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` if the file can't be read or any part of it is invalid.
  static func read(_ path: String, now: Date) throws(NetworkError) -> [Cookie] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let length = try LocalFile.length(ofRegularFileAt: path)
    func failure(_ reason: String) -> NetworkError {
      .fileFailure(path: path, reason: "\(reason); move the file somewhere else, or restore it from a backup")
    }
    guard length <= sizeLimit else { throw failure("it is larger than \(sizeLimit >> 20) MiB") }
    let data = try LocalFile(path: path, flags: O_RDONLY).read(upTo: length)
    let file: CookieFile
    do {
      file = try JSONDecoder().decode(CookieFile.self, from: data)
    } catch {
      // The decoder's error may quote a cookie.
      throw failure("it isn't a cookie file")
    }
    guard file.version == currentVersion else { throw failure("its version \(file.version) is unknown") }
    var cookies: [Cookie] = []
    for (index, entry) in file.cookies.enumerated() {
      guard let cookie = cookie(entry, now: now) else { throw failure("its cookie number \(index + 1) isn't valid") }
      cookies.append(cookie)
    }
    return cookies
  }

  /// Writes the file, replacing any older file; if writing fails, the older file stays unchanged.
  func write(_ path: String) throws(NetworkError) {
    let data: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      data = try encoder.encode(self)
    } catch {
      throw .unencodable("cookies can't be encoded", error)
    }
    let temporary = path + ".\(UUID().uuidString)"
    do throws(NetworkError) {
      let file = try LocalFile(path: temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
      try file.write(data)
      try file.synchronize()
      guard rename(temporary, path) == 0 else { throw LocalFile.failure(path: path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Validates an entry like a received cookie, because the file may have been edited.
  private static func cookie(_ entry: Entry, now: Date) -> Cookie? {
    let texts = [entry.name, entry.value, entry.path]
    let hasControls = texts.contains {
      $0.unicodeScalars.contains { $0.value < 0x20 && $0.value != 0x09 || $0.value == 0x7F }
    }
    guard !hasControls, !texts.contains(where: { $0.contains(";") }), !entry.name.contains("="),
      !(entry.name.isEmpty && entry.value.isEmpty),
      entry.name.utf8.count + entry.value.utf8.count <= SetCookieParser.nameAndValueLimit,
      entry.path.hasPrefix("/"), entry.path.utf8.count <= 8 << 10, entry.expires.isFinite,
      !entry.domain.isEmpty, entry.domain == HostName.canonical(entry.domain), !HostName.isMalformed(entry.domain),
      entry.isHostOnly || !CookieRules.isAddress(entry.domain) && !PublicSuffixes.system.contains(entry.domain)
    else { return nil }
    let cookie = Cookie(
      name: entry.name,
      value: entry.value,
      domain: entry.domain,
      isHostOnly: entry.isHostOnly,
      path: entry.path,
      expiry: min(
        Date(timeIntervalSince1970: entry.expires),
        now.addingTimeInterval(SetCookieParser.longestLife)
      ),
      isSecure: entry.isSecure,
      isHTTPOnly: entry.isHTTPOnly
    )
    // Only cookies that were received with a path are in the file.
    return SetCookieParser.keepsPrefixRules(cookie, declaresPath: true) ? cookie : nil
  }
}
