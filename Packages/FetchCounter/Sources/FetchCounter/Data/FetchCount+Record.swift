extension FetchCount {
  /// The fetch count that a record holds.
  init(_ record: FetchCountRecord) {
    self.init(
      count: record.fetchCount,
      lastFetchedAt: record.lastFetchedAt,
      lastCodes: record.lastCodes.prefix(Self.historyLimit).map(FetchedCode.init)
    )
  }
}

extension FetchCountRecord {
  /// The record of a fetch count.
  init(_ fetchCount: FetchCount) {
    self.init(
      fetchCount: fetchCount.count,
      lastFetchedAt: fetchCount.lastFetchedAt,
      lastCodes: fetchCount.lastCodes.map(FetchedCodeRecord.init)
    )
  }
}

extension FetchedCode {
  /// The entry that a record holds.
  init(_ record: FetchedCodeRecord) {
    self.init(
      responseCode: record.responseCode,
      fetchedAt: record.fetchedAt,
      duration: .microseconds(record.microseconds)
    )
  }
}

extension FetchedCodeRecord {
  /// The record of an entry.
  init(_ code: FetchedCode) {
    let microseconds = min((code.duration / .microseconds(1)).rounded(), Double(Self.longestMicroseconds))
    self.init(responseCode: code.responseCode, fetchedAt: code.fetchedAt, microseconds: Int(microseconds))
  }
}
