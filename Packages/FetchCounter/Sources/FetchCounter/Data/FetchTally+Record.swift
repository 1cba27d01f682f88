extension FetchTally {
  /// The tally that a record holds.
  init(_ record: FetchTallyRecord) {
    self.init(
      count: record.fetchCount,
      lastFetchedAt: record.lastFetchedAt,
      lastCodes: record.lastCodes.prefix(Self.historyLimit).map(FetchedCode.init)
    )
  }
}

extension FetchTallyRecord {
  /// The record of a tally.
  init(_ tally: FetchTally) {
    self.init(
      fetchCount: tally.count,
      lastFetchedAt: tally.lastFetchedAt,
      lastCodes: tally.lastCodes.map(FetchedCodeRecord.init)
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
