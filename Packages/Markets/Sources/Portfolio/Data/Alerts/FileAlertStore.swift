public import Foundation

/// Alerts in one JSON file, which several processes can use at the same time.
///
/// Every change is made under a lock on a side file (`.lock`): read, change, write a temporary file, synchronise it,
/// rename it, synchronise the folder. Whoever reads sees the old or the new alerts. The file has mode 0600, missing
/// folders are made with mode 0700. A file that cannot be understood is never overwritten: only setting an alert moves
/// it aside (`.damaged-1` and so on).
public final class FileAlertStore: AlertStoring {
  /// The largest file that is read, in bytes.
  private static let sizeLimit = 8 * 1_024 * 1_024

  /// The path of the file.
  public let path: String
  private let calls: any FileCalls
  private let lock: SideLock
  private let now: @Sendable () -> Date

  /// Creates a store; the file is first touched when something is asked of it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - lockTimeout: How long to wait for other processes that are changing something.
  ///   - now: Returns the time at which alerts are set and checked.
  public convenience init(
    path: String,
    lockTimeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(path: path, lockTimeout: lockTimeout, now: now, calls: LiveFileCalls())
  }

  init(path: String, lockTimeout: Duration, now: @escaping @Sendable () -> Date, calls: any FileCalls) {
    self.path = path
    self.calls = calls
    self.now = now
    lock = SideLock(calls: calls, timeout: lockTimeout)
  }

  /// Reads all alerts; a file that does not exist has none.
  public func alerts() throws(AlertError) -> [PriceAlert] {
    try book(of: try content(at: place())).alerts
  }

  /// Sets an alert and returns when it is durable.
  @discardableResult
  public func add(_ request: AlertRequest) throws(AlertError) -> AlertAddition {
    let time = now()
    return try changing { bytes, place throws(AlertError) in
      var setAside: String?
      var book: AlertBook
      do throws(AlertError) {
        book = try self.book(of: bytes)
      } catch {
        guard case .damaged = error, let bytes else { throw error }
        setAside = try unwritten { () throws(FileFailure) in try calls.writeAside(bytes, of: place, "damaged") }
        book = AlertBook()
      }
      do throws(InvalidAlert) {
        let alert = try book.add(request, at: time)
        return (AlertAddition(alert: alert, setAside: setAside), book)
      } catch {
        throw .invalid(error)
      }
    }
  }

  /// Removes an alert and returns when that is durable.
  @discardableResult
  public func remove(_ id: Int) throws(AlertError) -> PriceAlert {
    // Looked for first, so that nothing is created for an alert that is not there.
    guard try alerts().contains(where: { $0.id == id }) else { throw .unknown(id) }
    return try changing { bytes, _ throws(AlertError) in
      var book = try self.book(of: bytes)
      guard let alert = book.remove(id) else { throw .unknown(id) }
      return (alert, book)
    }
  }

  /// Checks all alerts; the file is locked and written only when a state changes.
  public func check(_ quotes: [String: AlertQuote]) throws(AlertError) -> AlertEvaluation {
    let time = now()
    let alerts = try alerts()
    let outlook = AlertEngine.evaluate(alerts, quotes: quotes, at: time)
    guard outlook.alerts != alerts else { return outlook }
    return try changing { bytes, _ throws(AlertError) in
      var book = try self.book(of: bytes)
      let evaluation = AlertEngine.evaluate(book.alerts, quotes: quotes, at: time)
      guard evaluation.alerts != book.alerts else { return (evaluation, nil) }
      book.alerts = evaluation.alerts
      return (evaluation, book)
    }
  }

  // MARK: - Reading

  private func place() throws(AlertError) -> FilePlace {
    do throws(FileFailure) {
      return try FilePlace.resolving(path, calls)
    } catch {
      throw .unreadable(path: path, error)
    }
  }

  /// The bytes of the file; `nil` when there is none.
  private func content(at place: FilePlace) throws(AlertError) -> [UInt8]? {
    do throws(FileFailure) {
      let file: Int32
      do throws(FileFailure) {
        file = try calls.retried { () throws(FileFailure) in try calls.open(place.path, for: .reading) }
      } catch {
        if error.code == ENOENT { return nil }
        throw error
      }
      defer { calls.close(file) }
      let facts = try calls.facts(file, place.path)
      guard facts.isFile else { throw FileFailure(operation: "read", path: place.path, code: EISDIR) }
      guard facts.size <= FileAlertStore.sizeLimit else {
        throw FileFailure(operation: "read", path: place.path, code: EFBIG)
      }
      return try calls.readAll(file, place.path, at: 0, count: facts.size)
    } catch {
      throw .unreadable(path: path, error)
    }
  }

  private struct Version: Decodable {
    let version: Int
  }

  private func book(of bytes: [UInt8]?) throws(AlertError) -> AlertBook {
    guard let bytes else { return AlertBook() }
    let data = Data(bytes)
    let version: Int
    do {
      version = try JSONDecoder().decode(Version.self, from: data).version
    } catch {
      throw .damaged(path: path, reason: bytes.isEmpty ? "the file is empty" : "it is not JSON with a version")
    }
    guard version <= AlertDocument.version else { throw .newerSchema(path: path, version: version) }
    guard version == AlertDocument.version else { throw .damaged(path: path, reason: "there is no format \(version)") }
    let document: AlertDocument
    do {
      document = try JSONDecoder().decode(AlertDocument.self, from: data)
    } catch {
      throw .damaged(path: path, reason: "a member is missing or of the wrong kind")
    }
    do throws(AlertDocument.Fault) {
      return try document.book()
    } catch {
      throw .damaged(path: path, reason: error.reason)
    }
  }

  // MARK: - Changing

  private func changing<Value>(
    _ body: ([UInt8]?, FilePlace) throws(AlertError) -> (value: Value, book: AlertBook?)
  ) throws(AlertError) -> Value {
    try unwritten { () throws(FileFailure) in try calls.makeFolders(FilePlace.folder(of: path)) }
    let place = try place()
    let result: Result<Value, AlertError>
    do throws(SideLock.Failure) {
      result = try lock.holding(place.lock) {
        Result { () throws(AlertError) in
          let (value, book) = try body(try content(at: place), place)
          if let book { try write(book, place) }
          return value
        }
      }
    } catch {
      switch error {
      case .timeout(let waited): throw .locked(path: path, waited: waited)
      case .system(let failure): throw .notWritten(path: path, failure)
      }
    }
    return try result.get()
  }

  private func write(_ book: AlertBook, _ place: FilePlace) throws(AlertError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(AlertDocument(book))) + [0x0A]
    } catch {
      fatalError("Alerts consist of texts and whole numbers, which can always be written as JSON: \(error)")
    }
    try unwritten { () throws(FileFailure) in
      // A temporary file that is there under the lock was left by a process that is gone.
      do throws(FileFailure) {
        try calls.unlink(place.temporary)
      } catch {
        if error.code != ENOENT { throw error }
      }
      try calls.writeNew(bytes, place.temporary)
      do throws(FileFailure) {
        try calls.retried { () throws(FileFailure) in try calls.rename(place.temporary, to: place.path) }
      } catch {
        do throws(FileFailure) { try calls.unlink(place.temporary) } catch {}
        throw error
      }
    }
    do throws(FileFailure) {
      try calls.synchronizeFolder(place.folder)
    } catch {
      throw .notConfirmed(path: path, error)
    }
  }

  private func unwritten<Value>(_ body: () throws(FileFailure) -> Value) throws(AlertError) -> Value {
    do throws(FileFailure) {
      return try body()
    } catch {
      throw .notWritten(path: path, error)
    }
  }
}
