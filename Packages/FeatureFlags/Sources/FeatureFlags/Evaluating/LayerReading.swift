/// A provider with what it said at the moment of a snapshot.
struct LayerReading: Sendable {
  let provider: any FlagProvider
  let reading: FlagReading
}
