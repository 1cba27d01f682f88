import Components

/// A decoder that turns bytes from a terminal into events and replies without using a clock or files.
///
/// The result doesn't depend on how the bytes are chunked, provided that ``endBatch(into:)`` and ``timeOut(into:)`` are
/// called at the same positions. Unknown sequences are ignored. No input causes a failure or unbounded memory use.
///
/// Sources: ECMA-48 for sequence formats; "XTerm Control Sequences" for keys and the mouse; kitty's "Comprehensive
/// keyboard handling in terminals" for `CSI u`; the key tables for rxvt and the Linux console.
package struct InputDecoder: Sendable {
  private enum State: Hashable, Sendable {
    case ground
    case escape
    case control
    case singleShift
    case linuxFunction
    case legacyMouse
    case string(introducer: UInt8)
    case stringEscape(introducer: UInt8)
    case paste
  }

  package struct Limits: Hashable, Sendable {
    /// The maximum number of bytes kept from pasted text.
    package var paste = 1 << 20
    /// The maximum length of a reply, in bytes.
    ///
    /// Longer replies are discarded.
    package var string = 4096
    /// The maximum length of a control sequence, in bytes.
    ///
    /// Longer sequences are discarded.
    package var control = 64
    /// The maximum number of scalars in a typed cluster.
    package var cluster = 64

    package init() {}
  }

  private var state = State.ground
  /// Whether an escape precedes the current sequence, which means that Alt is held.
  private var isAlt = false
  private var content: [UInt8] = []
  private var isTooLong = false
  /// The number of bytes received so far in the sequence that ends pasted text.
  private var pasteEndLength = 0
  /// Whether the last byte of pasted text was a carriage return.
  private var wasReturn = false
  private var scalars = UTF8Assembler()
  private var typed = String.UnicodeScalarView()
  private let limits: Limits

  package init(limits: Limits = Limits()) { self.limits = limits }

  // MARK: Decoding

  package mutating func feed(_ bytes: some Sequence<UInt8>, into output: inout [TerminalInput]) {
    for byte in bytes { take(byte, &output) }
  }

  /// Ends a batch of input, delivering typed text without waiting for a combining mark.
  package mutating func endBatch(into output: inout [TerminalInput]) { finishTyping(&output) }

  /// The kind of an unfinished sequence, which determines its time limit.
  package enum Wait: Hashable, Sendable {
    /// No sequence is unfinished.
    case none
    /// An escape byte, which may be the Escape key or the start of a sequence.
    case escape
    /// A character, sequence or reply that has definitely started.
    case rest
    /// Pasted text whose end hasn't arrived yet.
    case paste
  }

  package var wait: Wait {
    switch state {
    case .ground: scalars.isEmpty ? .none : .rest
    case .control, .string, .stringEscape: content.isEmpty ? .escape : .rest
    case .legacyMouse: .rest
    case .paste: .paste
    case .escape, .singleShift, .linuxFunction: .escape
    }
  }

  /// Ends the unfinished sequence after its time limit: a lone escape becomes a key, and other sequences are discarded.
  package mutating func timeOut(into output: inout [TerminalInput]) {
    switch state {
    case .ground:
      if !scalars.isEmpty { type("\u{FFFD}", &output) }
      scalars = UTF8Assembler()
      finishTyping(&output)
    case .escape:
      if isAlt { press(KeyPress(.escape), &output) }
      press(KeyPress(.escape), &output)
    case .control:
      if content.isEmpty { press(.character("["), .alt, &output) }
    case .singleShift:
      press(.character("O"), .alt, &output)
    case .string(let introducer), .stringEscape(let introducer):
      if content.isEmpty { press(.character(Character(Unicode.Scalar(introducer))), .alt, &output) }
    case .paste:
      for byte in Self.pasteEnd[..<pasteEndLength] { keepPasted(byte) }
      endPaste(&output)
    case .linuxFunction, .legacyMouse:
      break
    }
    reset()
  }

  private mutating func reset() {
    state = .ground
    isAlt = false
    isTooLong = false
    pasteEndLength = 0
    wasReturn = false
    content.removeAll(keepingCapacity: true)
  }

  // MARK: States

  private mutating func take(_ byte: UInt8, _ output: inout [TerminalInput]) {
    switch state {
    case .ground: takeGround(byte, &output)
    case .escape: takeEscape(byte, &output)
    case .control: takeControl(byte, &output)
    case .singleShift: takeSingleShift(byte, &output)
    case .linuxFunction:
      reset()
      if (0x41...0x45).contains(byte) {
        press(KeyPress(.function(Int(byte) - 0x40)), &output)
      } else {
        take(byte, &output)
      }
    case .legacyMouse:
      content.append(byte)
      if content.count == 3 {
        let event = MouseReport.legacy(content)
        reset()
        if let event { emit(.mouse(event), &output) }
      }
    case .string(let introducer): takeString(byte, introducer, &output)
    case .stringEscape(let introducer):
      if byte == UInt8(ascii: "\\") {
        finishString(introducer, &output)
      } else {
        // An escape without a backslash after it ends the string early, and starts the next sequence.
        reset()
        state = .escape
        take(byte, &output)
      }
    case .paste: takePaste(byte, &output)
    }
  }

  private mutating func takeGround(_ byte: UInt8, _ output: inout [TerminalInput]) {
    if byte >= 0x80 || !scalars.isEmpty {
      switch scalars.take(byte) {
      case .needsMore: return
      case .scalar(let scalar): return type(scalar, &output)
      case .invalid(let isByteUsed):
        type("\u{FFFD}", &output)
        if isByteUsed { return }
        return takeGround(byte, &output)
      }
    }
    if byte >= 0x20 && byte != 0x7F {
      type(Unicode.Scalar(byte), &output)
    } else if byte == 0x1B {
      finishTyping(&output)
      state = .escape
    } else {
      press(LegacyKeys.control(byte), &output)
    }
  }

  private mutating func takeEscape(_ byte: UInt8, _ output: inout [TerminalInput]) {
    switch byte {
    case 0x1B:
      if isAlt { press(KeyPress(.escape), &output) }
      isAlt = true
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(introducer: byte)
    case 0x20...0x7E:
      if isAlt { press(KeyPress(.escape), &output) }
      reset()
      press(.character(Character(Unicode.Scalar(byte))), .alt, &output)
    case 0x80...:
      // For Alt with a non-ASCII letter, keep the letter and drop the modifier.
      if isAlt { press(KeyPress(.escape), &output) }
      reset()
      takeGround(byte, &output)
    default:
      if isAlt { press(KeyPress(.escape), &output) }
      reset()
      var press = LegacyKeys.control(byte)
      press.modifiers.insert(.alt)
      self.press(press, &output)
    }
  }

  private mutating func takeControl(_ byte: UInt8, _ output: inout [TerminalInput]) {
    switch byte {
    case 0x1B:
      reset()
      state = .escape
    case 0x18, 0x1A:
      reset()
    case 0x00..<0x20, 0x7F:
      // Terminals execute control characters inside a sequence. Keyboard input never contains them there, so the
      // sequence is incomplete.
      reset()
      takeGround(byte, &output)
    case UInt8(ascii: "[") where content.isEmpty:
      state = .linuxFunction
    case UInt8(ascii: "M") where content.isEmpty:
      state = .legacyMouse
    case UInt8(ascii: "$") where !content.isEmpty && !content.starts(with: [UInt8(ascii: "?")]):
      finishControl(final: byte, &output)
    case 0x20..<0x40:
      if content.count < limits.control { content.append(byte) } else { isTooLong = true }
    case 0x40...0x7E:
      finishControl(final: byte, &output)
    default:
      reset()
      takeGround(byte, &output)
    }
  }

  private mutating func finishControl(final: UInt8, _ output: inout [TerminalInput]) {
    let parameters = content
    let (wasAlt, wasTooLong) = (isAlt, isTooLong)
    reset()
    if wasTooLong { return }
    switch ControlSequence(parameters: parameters, final: final).meaning {
    case .event(.key(var press)):
      if wasAlt { press.modifiers.insert(.alt) }
      emit(.key(press), &output)
    case .event(let event): emit(event, &output)
    case .reply(let reply):
      finishTyping(&output)
      output.append(.reply(reply))
    case .pasteStart: state = .paste
    case .nothing: break
    }
  }

  private mutating func takeSingleShift(_ byte: UInt8, _ output: inout [TerminalInput]) {
    let wasAlt = isAlt
    reset()
    if var press = LegacyKeys.singleShift(byte) {
      if wasAlt { press.modifiers.insert(.alt) }
      self.press(press, &output)
    } else {
      press(.character("O"), .alt, &output)
      take(byte, &output)
    }
  }

  // MARK: Strings and pasted text

  private mutating func takeString(_ byte: UInt8, _ introducer: UInt8, _ output: inout [TerminalInput]) {
    switch byte {
    case 0x07: finishString(introducer, &output)
    case 0x1B: state = .stringEscape(introducer: introducer)
    case 0x18, 0x1A: reset()
    default: if content.count < limits.string { content.append(byte) } else { isTooLong = true }
    }
  }

  private mutating func finishString(_ introducer: UInt8, _ output: inout [TerminalInput]) {
    let reply = isTooLong ? .other : StringReply.reply(introducer: introducer, content: content)
    reset()
    finishTyping(&output)
    output.append(.reply(reply))
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func takePaste(_ byte: UInt8, _ output: inout [TerminalInput]) {
    if byte == Self.pasteEnd[pasteEndLength] {
      pasteEndLength += 1
      if pasteEndLength == Self.pasteEnd.count { endPaste(&output) }
      return
    }
    // The bytes of an incomplete terminator belong to the text. Only its first byte can start another terminator.
    if pasteEndLength > 0 {
      for byte in Self.pasteEnd[..<pasteEndLength] { keepPasted(byte) }
      pasteEndLength = 0
      return takePaste(byte, &output)
    }
    keepPasted(byte)
  }

  /// Stores a byte of pasted text up to the limit, and converts line endings to line feeds.
  private mutating func keepPasted(_ byte: UInt8) {
    let isSecondHalf = byte == 0x0A && wasReturn
    wasReturn = byte == 0x0D
    if isSecondHalf { return }
    if content.count < limits.paste { content.append(wasReturn ? 0x0A : byte) } else { isTooLong = true }
  }

  private mutating func endPaste(_ output: inout [TerminalInput]) {
    if isTooLong { content.removeIncompleteCharacter() }
    let text = String(decoding: content, as: UTF8.self)
    reset()
    // Release the memory of a long text.
    content = []
    emit(.paste(text), &output)
  }

  // MARK: Results

  private mutating func type(_ scalar: Unicode.Scalar, _ output: inout [TerminalInput]) {
    typed.append(scalar)
    // A single scalar needs no segmentation.
    if typed.count > 1 {
      let clusters = String(typed)
      guard let last = clusters.indices.last else { return }
      for cluster in clusters[..<last] { output.append(.event(.key(.character(cluster)))) }
      typed = String.UnicodeScalarView(String(clusters[last...]).unicodeScalars)
    }
    if typed.count >= limits.cluster { finishTyping(&output) }
  }

  private mutating func finishTyping(_ output: inout [TerminalInput]) {
    guard !typed.isEmpty else { return }
    for cluster in String(typed) { output.append(.event(.key(.character(cluster)))) }
    typed.removeAll()
  }

  private mutating func press(_ key: Key, _ modifiers: KeyModifiers, _ output: inout [TerminalInput]) {
    press(KeyPress(key, modifiers), &output)
  }

  private mutating func press(_ press: KeyPress, _ output: inout [TerminalInput]) { emit(.key(press), &output) }

  private mutating func emit(_ event: InputEvent, _ output: inout [TerminalInput]) {
    finishTyping(&output)
    output.append(.event(event))
  }
}

extension [UInt8] {
  fileprivate mutating func removeIncompleteCharacter() {
    guard let start = lastIndex(where: { $0 & 0xC0 != 0x80 }), self[start] >= 0xC0 else { return }
    let length = self[start] >= 0xF0 ? 4 : self[start] >= 0xE0 ? 3 : 2
    if count - start < length { removeSubrange(start...) }
  }
}
