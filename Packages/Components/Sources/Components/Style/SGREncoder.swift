/// An encoder for style changes (SGR, ECMA-48 § 8.3.117), with colors in the semicolon form that all terminals support.
package enum SGREncoder {
  /// Appends the shortest sequence that changes one style to another, or nothing if the styles are equal.
  ///
  /// Both styles must already be limited to the output's capabilities. Memory is allocated only if the output grows.
  package static func appendTransition(from old: TextStyle, to new: TextStyle, into output: inout [UInt8]) {
    guard old != new else { return }
    let start = output.count
    appendIntroducer(into: &output)
    appendChanges(from: old, to: new, into: &output)
    output[output.count - 1] = final
    let end = output.count
    appendIntroducer(into: &output)
    output += [UInt8(ascii: "0"), separator]
    appendChanges(from: .plain, to: new, into: &output)
    output[output.count - 1] = final
    if output.count - end < end - start {
      output.removeSubrange(start..<end)
    } else {
      output.removeSubrange(end...)
    }
  }

  package static let reset: [UInt8] = [0x1B, UInt8(ascii: "["), UInt8(ascii: "0"), final]

  private static let final = UInt8(ascii: "m")
  private static let separator = UInt8(ascii: ";")

  private static func appendIntroducer(into output: inout [UInt8]) {
    output.append(0x1B)
    output.append(UInt8(ascii: "["))
  }

  /// Appends the parameters, each followed by a separator.
  private static func appendChanges(from old: TextStyle, to new: TextStyle, into output: inout [UInt8]) {
    forEachAttributeCode(from: old.attributes, to: new.attributes) { append($0, into: &output) }
    if new.foreground != old.foreground { append(new.foreground, offset: 0, into: &output) }
    if new.background != old.background { append(new.background, offset: 10, into: &output) }
  }

  /// Calls a closure with the codes that change one set of attributes to another, in order.
  static func forEachAttributeCode(from old: TextAttributes, to new: TextAttributes, _ body: (UInt8) -> Void) {
    var kept = old
    let removed = old.subtracting(new)
    // Bold and dim share an end code, so a remaining attribute must be set again.
    if !removed.isDisjoint(with: [.bold, .dim]) {
      body(22)
      kept.subtract([.bold, .dim])
    }
    for (attribute, code) in endCodes where removed.contains(attribute) { body(code) }
    let added = new.subtracting(kept)
    for (attribute, code) in startCodes where added.contains(attribute) { body(code) }
  }

  private static let startCodes: [(TextAttributes, UInt8)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.blink, 5), (.inverse, 7), (.hidden, 8),
    (.strikethrough, 9),
  ]

  private static let endCodes: [(TextAttributes, UInt8)] = [
    (.italic, 23), (.underline, 24), (.blink, 25), (.inverse, 27), (.hidden, 28), (.strikethrough, 29),
  ]

  /// Appends the parameters for a color, where background codes are foreground codes plus ten.
  private static func append(_ color: Color?, offset: UInt8, into output: inout [UInt8]) {
    switch color {
    case nil:
      append(39 + offset, into: &output)
    case .ansi(let named):
      append(named.rawValue + (named.isBright ? 90 - 8 : 30) + offset, into: &output)
    case .palette(let index):
      append(38 + offset, into: &output)
      append(5, into: &output)
      append(index, into: &output)
    case .rgb(let exact):
      append(38 + offset, into: &output)
      append(2, into: &output)
      append(exact.red, into: &output)
      append(exact.green, into: &output)
      append(exact.blue, into: &output)
    }
  }

  private static func append(_ number: UInt8, into output: inout [UInt8]) {
    if number >= 100 { output.append(UInt8(ascii: "0") + number / 100) }
    if number >= 10 { output.append(UInt8(ascii: "0") + number / 10 % 10) }
    output.append(UInt8(ascii: "0") + number % 10)
    output.append(separator)
  }
}

extension StyledText {
  /// Returns the text with control sequences for all styles and links that the output supports.
  ///
  /// Styles and links end before each line feed and at the end of the text, so each line can be printed separately.
  public func encoded(for capabilities: OutputCapabilities) -> String {
    if capabilities.isPlain { return plainText }
    var output = [UInt8]()
    output.reserveCapacity(spans.reduce(16) { $0 + $1.text.utf8.count + 24 })
    appendEncoded(for: capabilities, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the encoded text, which starts and ends in the plain style.
  package func appendEncoded(for capabilities: OutputCapabilities, into output: inout [UInt8]) {
    var style = TextStyle.plain
    var link: Hyperlink?
    let newline = UInt8(ascii: "\n")
    for span in spans {
      let wantedStyle = span.style.reduced(to: capabilities)
      let wantedLink = capabilities.showsHyperlinks ? span.link : nil
      var text = Substring(span.text).utf8
      while let first = text.first {
        if first == newline {
          Self.close(&style, &link, into: &output)
          output.append(newline)
          text.removeFirst()
          continue
        }
        let end = text.firstIndex(of: newline) ?? text.endIndex
        Self.move(&link, to: wantedLink, into: &output)
        SGREncoder.appendTransition(from: style, to: wantedStyle, into: &output)
        style = wantedStyle
        output.append(contentsOf: text[..<end])
        text = text[end...]
      }
    }
    Self.close(&style, &link, into: &output)
  }

  private static func close(_ style: inout TextStyle, _ link: inout Hyperlink?, into output: inout [UInt8]) {
    SGREncoder.appendTransition(from: style, to: .plain, into: &output)
    style = .plain
    move(&link, to: nil, into: &output)
  }

  /// Ends the old link and starts the new one (OSC 8), with ECMA-48's two-byte string terminator.
  private static func move(_ link: inout Hyperlink?, to wanted: Hyperlink?, into output: inout [UInt8]) {
    guard link != wanted else { return }
    output.append(contentsOf: "\u{1B}]8;;".utf8)
    if let wanted { output.append(contentsOf: wanted.target.utf8) }
    output.append(contentsOf: "\u{1B}\\".utf8)
    link = wanted
  }
}
