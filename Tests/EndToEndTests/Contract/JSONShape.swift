import Foundation

/// The sorted keys in a JSON document, such as `{coins[{id,price}],stale}`; bars separate an array's different shapes.
struct JSONShape: Hashable, CustomStringConvertible {
  let description: String

  init(of value: Any) {
    switch value {
    case let object as [String: Any]:
      let members = object.keys.sorted().map { key in key + JSONShape(of: object[key] ?? NSNull()).description }
      description = "{\(members.joined(separator: ","))}"
    case let array as [Any]:
      let shapes = Set(array.map { JSONShape(of: $0).description }).sorted()
      description = "[\(shapes.joined(separator: "|"))]"
    default:
      description = ""
    }
  }

  /// Returns the keys of times that aren't in RFC 3339 format.
  static func malformedTimes(in value: Any) -> [String] {
    switch value {
    case let object as [String: Any]:
      return object.flatMap { key, member -> [String] in
        let isTime = ["at", "as_of", "time"].contains(key) || key.hasSuffix("_at")
        guard isTime, let text = member as? String else { return malformedTimes(in: member) }
        return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) == nil ? [key] : []
      }
    case let array as [Any]: return array.flatMap { malformedTimes(in: $0) }
    default: return []
    }
  }
}
