import Foundation

/// A new folder on a real disk: in memory, what is measured here would cost nothing.
struct DiskFolder {
  let path: String
  /// What kind of file system it is on.
  let description: String

  init(in parent: String) throws {
    path = parent + "/persistence-\(getpid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    description = Self.fileSystem(of: path)
    if ["tmpfs", "ramfs"].contains(description) {
      remove()
      throw BenchmarkError("\(parent) is in memory, not on a disk.")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// What can't be removed stays in the scratch folder.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The file system's name by proc_pid_mountinfo(5): of the last mount on the way to the folder.
  private static func fileSystem(of path: String) -> String {
    let folder = URL(filePath: path).resolvingSymlinksInPath().path + "/"
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    var found = (point: "", type: "a disk")
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 4, let mark = words.firstIndex(of: "-"), mark + 1 < words.count else { continue }
      let point = words[4] == "/" ? "/" : words[4] + "/"
      if folder.hasPrefix(point), point.count >= found.point.count { found = (String(point), String(words[mark + 1])) }
    }
    return found.type
  }
}
