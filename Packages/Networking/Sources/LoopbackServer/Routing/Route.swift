import Foundation

/// A handler for the requests of one method and one pattern of paths.
public struct Route: Sendable {
  /// The method, compared as it is written; nil for every method.
  ///
  /// A route for GET also answers HEAD.
  public let method: String?
  /// The pattern, not percent-encoded.
  ///
  /// Literal segments, `{name}` for one segment that is not empty, `{name...}` at the end for all the rest. A slash at
  /// the end counts.
  public let pattern: String
  /// Answers; finds the placeholders in the request's `parameters`.
  public let handler: LoopbackServer.Handler

  let compiled: RoutePattern

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - method: The method; nil for every method.
  ///   - pattern: The pattern. It must begin with a slash, and its placeholders must have different names.
  ///   - handler: Answers the requests.
  public init(_ method: String?, _ pattern: String, handler: @escaping LoopbackServer.Handler) {
    self.method = method
    self.pattern = pattern
    self.handler = handler
    compiled = RoutePattern(pattern)
  }

  /// A route for GET and HEAD.
  public static func get(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("GET", pattern, handler: handler)
  }

  /// A route for POST.
  public static func post(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("POST", pattern, handler: handler)
  }

  /// A route for PUT.
  public static func put(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("PUT", pattern, handler: handler)
  }

  /// A route for PATCH.
  public static func patch(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("PATCH", pattern, handler: handler)
  }

  /// A route for DELETE.
  public static func delete(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("DELETE", pattern, handler: handler)
  }

  /// A route for every method.
  public static func any(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route(nil, pattern, handler: handler)
  }

  func accepts(method bytes: ArraySlice<UInt8>) -> Bool {
    guard let method else { return true }
    return bytes.elementsEqual(method.utf8) || (method == "GET" && bytes.elementsEqual("HEAD".utf8))
  }
}

extension Route {
  /// The regular files of a folder and its subfolders, for GET and HEAD.
  ///
  /// Nothing outside the folder is served: not by `..`, not by an encoded slash, and not through a symbolic link.
  /// Hidden files are not served either.
  /// - Parameters:
  ///   - prefix: The path of the folder, such as `/static`.
  ///   - folder: The folder in the file system.
  /// - Returns: The route.
  public static func files(under prefix: String, from folder: String) -> Route {
    let base = prefix.hasSuffix("/") ? prefix : prefix + "/"
    return .get(base + "{path...}") { request in
      guard let path = FolderAccess.file(at: request.parameters["path"] ?? "", in: folder) else {
        return .text("There is no such file.", status: 404)
      }
      return .file(path)
    }
  }
}

/// Finds files of a folder without leaving it.
enum FolderAccess {
  /// The real path of a file; nil when it does not exist or is not inside the folder.
  static func file(at relativePath: String, in folder: String) -> String? {
    let segments = relativePath.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) }) else { return nil }
    let root = URL(fileURLWithPath: folder, isDirectory: true).resolvingSymlinksInPath().path
    let file = URL(fileURLWithPath: root, isDirectory: true).appendingPathComponent(relativePath)
      .resolvingSymlinksInPath().path
    guard file.hasPrefix(root.hasSuffix("/") ? root : root + "/"), FileManager.default.fileExists(atPath: file) else {
      return nil
    }
    return file
  }
}

extension Route {
  /// A path that redirects to itself for ever.
  ///
  /// - Parameters:
  ///   - path: The path, without placeholders.
  ///   - status: The status of the redirect.
  /// - Returns: The route.
  public static func redirectLoop(_ path: String, status: Int = 302) -> Route {
    .any(path) { _ in .redirect(to: path, status: status) }
  }

  /// A path that redirects to itself a number of times, counting in the query (`?hop=1`, `?hop=2`, …), and then answers.
  ///
  /// - Parameters:
  ///   - path: The path, without placeholders.
  ///   - hops: The number of redirects.
  ///   - status: The status of the redirects.
  ///   - answer: What answers at the end; the method and body of the request there are in its text by default.
  /// - Returns: The route.
  public static func redirectChain(
    _ path: String,
    hops: Int,
    status: Int = 302,
    answer: @escaping LoopbackServer.Handler = { .text("\($0.method) \($0.text)") }
  ) -> Route {
    .any(path) { request in
      let hop = request.queryValue("hop").flatMap { Int($0) } ?? 0
      return hop < hops ? .redirect(to: "\(path)?hop=\(hop + 1)", status: status) : answer(request)
    }
  }
}
