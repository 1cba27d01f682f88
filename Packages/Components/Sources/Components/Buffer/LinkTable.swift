/// The links of a buffer, each once, numbered from 1.
package struct LinkTable: Sendable {
  package private(set) var links: [Hyperlink] = []
  private var numbers: [Hyperlink: UInt16] = [:]

  /// The number of a link, which is added if it is new; 0, which is no link, where there are 65,535 already.
  mutating func number(of link: Hyperlink?) -> UInt16 {
    guard let link else { return 0 }
    if let known = numbers[link] { return known }
    guard links.count < Int(UInt16.max) else { return 0 }
    links.append(link)
    let number = UInt16(links.count)
    numbers[link] = number
    return number
  }

  /// The link of a number.
  package subscript(number: UInt16) -> Hyperlink? { number == 0 ? nil : links[Int(number) - 1] }

  /// Whether every number that both tables have means the same in both.
  package func agrees(with other: LinkTable) -> Bool {
    zip(links, other.links).allSatisfy { $0 == $1 }
  }
}
