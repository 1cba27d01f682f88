/// A screen's own entry on the stack, handed to the factory: how the screen leaves, answers and revises its payload.
///
/// Everything is sent as a command and takes its turn behind those that were sent before.
public struct Visit<D: Destination>: Sendable {
  /// The entry.
  public let entry: EntryID
  let queue: NavigationQueue

  /// Asks to remove this entry, with everything above it, and hands the answer to whoever asked for it.
  ///
  /// Guards are asked as for every removal. Where one refuses, the entry stays and the answer isn't handed over, so
  /// the screen may answer again. Once the entry is gone, further answers have no effect.
  ///
  /// - Parameter answer: What the opener gets.
  public func finish(with answer: D.Answer) {
    queue.submit(NavigationJob(command: .finish(entry), answer: answer))
  }

  /// Asks to remove this entry, with everything above it; whoever asked for an answer gets ``NavigationAnswer/dismissed``.
  public func finish() {
    queue.send(.finish(entry))
  }

  /// Records a new payload for this entry, for restoration and links; the screen isn't told, as it asked for it.
  ///
  /// - Parameter destination: The new payload.
  public func revise(_ destination: D) {
    queue.send(.revise(entry, NavigationTarget(destination)))
  }
}
