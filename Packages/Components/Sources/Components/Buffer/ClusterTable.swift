/// The grapheme clusters of several code points that stand in a buffer, each once.
///
/// Entries are only added, so that a copy made earlier agrees with the table as far as it goes.
package struct ClusterTable: Sendable {
  package private(set) var clusters: [String] = []
  private var numbers: [Key: Int] = [:]

  /// How many clusters a table may have before it is emptied together with its buffer.
  static let limit = 4096

  /// A cluster told from others by its bytes, and not by canonical equivalence.
  private struct Key: Hashable {
    let cluster: String

    static func == (left: Key, right: Key) -> Bool { left.cluster.utf8.elementsEqual(right.cluster.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in cluster.utf8 { hasher.combine(byte) }
    }
  }

  /// The number of a cluster, which is added if it is new.
  mutating func number(of cluster: String) -> Int {
    let key = Key(cluster: cluster)
    if let known = numbers[key] { return known }
    clusters.append(cluster)
    numbers[key] = clusters.count - 1
    return clusters.count - 1
  }

  /// Whether every number that both tables have means the same in both.
  package func agrees(with other: ClusterTable) -> Bool {
    zip(clusters, other.clusters).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
