import Components
import Terminal
import Testing

struct KeyRow: CustomTestStringConvertible, Sendable {
  let bytes: [UInt8]
  let presses: [KeyPress]

  init(_ text: String, _ presses: KeyPress...) {
    bytes = Array(text.utf8)
    self.presses = presses
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  static let all: [KeyRow] = letters + controls + cursor + numbered + kitty + keypad + limits + other

  private static let letters = [
    KeyRow("aB ~", .character("a"), .character("B"), .character(" "), .character("~")),
    KeyRow("ä你€😀", .character("ä"), .character("你"), .character("€"), .character("😀")),
    KeyRow("\u{1B}a", .alt(.character("a"))),
    KeyRow("\u{1B}A", .alt(.character("A"))),
    KeyRow("\u{1B}[", .alt(.character("["))),
    KeyRow("\u{1B}O", .alt(.character("O"))),
    KeyRow("\u{1B}]", .alt(.character("]"))),
    KeyRow("\u{1B}P", .alt(.character("P"))),
    KeyRow("\u{1B}_", .alt(.character("_"))),
  ]

  private static let controls = [
    KeyRow("\u{00}", .control(" ")),
    KeyRow("\u{01}\u{03}\u{1A}", .control("a"), .control("c"), .control("z")),
    KeyRow("\u{1C}\u{1D}\u{1E}\u{1F}", .control("\\"), .control("]"), .control("^"), .control("_")),
    KeyRow("\r", KeyPress(.enter)),
    KeyRow("\n", KeyPress(.enter)),
    KeyRow("\t", KeyPress(.tab)),
    KeyRow("\u{7F}", KeyPress(.backspace)),
    KeyRow("\u{08}", .control("h")),
    KeyRow("\u{1B}", KeyPress(.escape)),
    KeyRow("\u{1B}\u{1B}", KeyPress(.escape), KeyPress(.escape)),
    KeyRow("\u{1B}\u{1B}\u{1B}", KeyPress(.escape), KeyPress(.escape), KeyPress(.escape)),
    KeyRow("\u{1B}\u{1B}x", KeyPress(.escape), .alt(.character("x"))),
    KeyRow("\u{1B}\r", .alt(.enter)),
    KeyRow("\u{1B}\u{7F}", .alt(.backspace)),
    KeyRow("\u{1B}\u{01}", KeyPress(.character("a"), [.control, .alt])),
  ]

  private static let cursor = [
    KeyRow("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", KeyPress(.up), KeyPress(.down), KeyPress(.right), KeyPress(.left)),
    KeyRow("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", KeyPress(.up), KeyPress(.down), KeyPress(.right), KeyPress(.left)),
    KeyRow("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", KeyPress(.home), KeyPress(.end), KeyPress(.home), KeyPress(.end)),
    KeyRow("\u{1B}[1;2A\u{1B}[1;5C", KeyPress(.up, .shift), KeyPress(.right, .control)),
    KeyRow("\u{1B}[1;3D\u{1B}[1;8H", KeyPress(.left, .alt), KeyPress(.home, [.shift, .alt, .control])),
    KeyRow("\u{1B}[1;33A", KeyPress(.up, .alt)),
    KeyRow("\u{1B}[1;65A", KeyPress(.up)),
    KeyRow("\u{1B}\u{1B}[A", KeyPress(.up, .alt)),
    KeyRow("\u{1B}[a\u{1B}Oa", KeyPress(.up, .shift), KeyPress(.up, .control)),
    KeyRow("\u{1B}[Z", KeyPress(.tab, .shift)),
  ]

  private static let numbered = [
    KeyRow("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", KeyPress(.home), KeyPress(.end), KeyPress(.home), KeyPress(.end)),
    KeyRow(
      "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~",
      KeyPress(.insert),
      KeyPress(.delete),
      KeyPress(.pageUp),
      KeyPress(.pageDown)
    ),
    KeyRow(
      "\u{1B}[3;5~\u{1B}[3^\u{1B}[3$\u{1B}[3@",
      KeyPress(.delete, .control),
      KeyPress(.delete, .control),
      KeyPress(.delete, .shift),
      KeyPress(.delete, [.control, .shift])
    ),
    KeyRow(
      "\u{1B}OP\u{1B}OQ\u{1B}OR\u{1B}OS",
      KeyPress(.function(1)),
      KeyPress(.function(2)),
      KeyPress(.function(3)),
      KeyPress(.function(4))
    ),
    KeyRow(
      "\u{1B}[P\u{1B}[1;2P\u{1B}[1;5R",
      KeyPress(.function(1)),
      KeyPress(.function(1), .shift),
      KeyPress(.function(3), .control)
    ),
    KeyRow("\u{1B}[[A\u{1B}[[E", KeyPress(.function(1)), KeyPress(.function(5))),
    KeyRow(
      "\u{1B}[11~\u{1B}[15~\u{1B}[17~\u{1B}[21~\u{1B}[23~\u{1B}[24~",
      KeyPress(.function(1)),
      KeyPress(.function(5)),
      KeyPress(.function(6)),
      KeyPress(.function(10)),
      KeyPress(.function(11)),
      KeyPress(.function(12))
    ),
    KeyRow(
      "\u{1B}[25~\u{1B}[26~\u{1B}[28~\u{1B}[29~\u{1B}[31~\u{1B}[34~",
      KeyPress(.function(13)),
      KeyPress(.function(14)),
      KeyPress(.function(15)),
      KeyPress(.function(16)),
      KeyPress(.function(17)),
      KeyPress(.function(20))
    ),
    KeyRow("\u{1B}OM\u{1B}Op\u{1B}Oy\u{1B}Ok", KeyPress(.enter), .character("0"), .character("9"), .character("+")),
  ]

  private static let kitty = [
    KeyRow("\u{1B}[27u", KeyPress(.escape)),
    KeyRow("\u{1B}[97;5u", .control("a")),
    KeyRow("\u{1B}[97;6u", KeyPress(.character("a"), [.control, .shift])),
    KeyRow("\u{1B}[65;5u", .control("a")),
    KeyRow(
      "\u{1B}[97;3u\u{1B}[97;4u\u{1B}[97:65;4u",
      .alt(.character("a")),
      .alt(.character("A")),
      .alt(.character("A"))
    ),
    KeyRow("\u{1B}[49:33;4u", .alt(.character("!"))),
    KeyRow("\u{1B}[97;9u", KeyPress(.character("a"), .super)),
    KeyRow(
      "\u{1B}[13;2u\u{1B}[9;5u\u{1B}[127;5u",
      KeyPress(.enter, .shift),
      KeyPress(.tab, .control),
      KeyPress(.backspace, .control)
    ),
    KeyRow("\u{1B}[97;1:1u\u{1B}[97;1:2u\u{1B}[97;1:3u", .character("a"), .character("a")),
    KeyRow("\u{1B}[1;1:3A\u{1B}[3;1:3~"),
    KeyRow("\u{1B}[57376u\u{1B}[57398u", KeyPress(.function(13)), KeyPress(.function(35))),
    KeyRow(
      "\u{1B}[57399u\u{1B}[57408u\u{1B}[57414u\u{1B}[57417u",
      .character("0"),
      .character("9"),
      KeyPress(.enter),
      KeyPress(.left)
    ),
    KeyRow("\u{1B}[57441u\u{1B}[57358u"),
    KeyRow("\u{1B}[228;5u", .control("ä")),
    KeyRow("\u{1B}[27;5;97~\u{1B}[27;2;13~", .control("a"), KeyPress(.enter, .shift)),
  ]

  private static let keypad =
    zip(57_399...57_413, "0123456789./*-+").map { KeyRow("\u{1B}[\($0)u", .character($1)) }
    + [
      KeyRow("\u{1B}[57415u\u{1B}[57416u\u{1B}[57427u\u{1B}[57428u", .character("="), .character(",")),
      KeyRow(
        "\u{1B}[57418u\u{1B}[57419u\u{1B}[57420u\u{1B}[57421u\u{1B}[57422u",
        KeyPress(.right),
        KeyPress(.up),
        KeyPress(.down),
        KeyPress(.pageUp),
        KeyPress(.pageDown)
      ),
      KeyRow(
        "\u{1B}[57423u\u{1B}[57424u\u{1B}[57425u\u{1B}[57426u",
        KeyPress(.home),
        KeyPress(.end),
        KeyPress(.insert),
        KeyPress(.delete)
      ),
      KeyRow(
        "\u{1B}Oj\u{1B}Ol\u{1B}Om\u{1B}On\u{1B}Oo",
        .character("*"),
        .character(","),
        .character("-"),
        .character("."),
        .character("/")
      ),
      KeyRow("\u{1B}OX\u{1B}OI", .character("="), KeyPress(.tab)),
    ]

  private static let limits = [
    KeyRow("\u{1B}[12~\u{1B}[13~\u{1B}[14~", KeyPress(.function(2)), KeyPress(.function(3)), KeyPress(.function(4))),
    KeyRow("\u{1B}[18~\u{1B}[19~\u{1B}[20~", KeyPress(.function(7)), KeyPress(.function(8)), KeyPress(.function(9))),
    KeyRow("\u{1B}[32~\u{1B}[33~", KeyPress(.function(18)), KeyPress(.function(19))),
    KeyRow("\u{1B}[9~\u{1B}[10~\u{1B}[16~\u{1B}[22~\u{1B}[27~\u{1B}[30~\u{1B}[35~\u{1B}[0~"),
    KeyRow("\u{1B}[b\u{1B}[c\u{1B}[d", KeyPress(.down, .shift), KeyPress(.right, .shift), KeyPress(.left, .shift)),
    KeyRow(
      "\u{1B}Ob\u{1B}Oc\u{1B}Od",
      KeyPress(.down, .control),
      KeyPress(.right, .control),
      KeyPress(.left, .control)
    ),
    KeyRow("\u{1B}[8u\u{1B}[32u\u{1B}[31u\u{1B}[33u", KeyPress(.backspace), .character(" "), .character("!")),
    KeyRow("\u{1B}[57344u\u{1B}[63743u\u{1B}[63744u\u{1B}[57343u", .character("\u{F900}")),
    KeyRow("\u{1B}[1114111u", .character("\u{10FFFF}")),
    KeyRow("\u{1B}[97;2u\u{1B}[97;17u\u{1B}[97;33u", .character("A"), .character("a"), .alt(.character("a"))),
    KeyRow("\u{1B}[1;00000005A\u{1B}[1;000000005A", KeyPress(.up, .control), KeyPress(.up)),
    KeyRow("\u{1B}[1;9A\u{1B}[1;16A", KeyPress(.up, .super), KeyPress(.up, [.shift, .alt, .control, .super])),
    KeyRow("\u{1B}[27;5;9~\u{1B}[27;5~", KeyPress(.tab, .control)),
    KeyRow("\u{1B}[1;5Z", KeyPress(.tab, [.control, .shift])),
  ]

  private static let other = [
    KeyRow("x\u{1B}[Ay", .character("x"), KeyPress(.up), .character("y")),
    KeyRow("\u{1B}[E\u{1B}[99~\u{1B}[;;;q"),
  ]
}

struct MouseRow: Sendable {
  let bytes: [UInt8]
  let events: [MouseEvent]

  init(_ text: String, _ events: MouseEvent...) {
    bytes = Array(text.utf8)
    self.events = events
  }

  static let all = [
    MouseRow(
      "\u{1B}[<0;1;1M\u{1B}[<0;1;1m",
      MouseEvent(.press(.left), at: .zero),
      MouseEvent(.release(.left), at: .zero)
    ),
    MouseRow(
      "\u{1B}[<1;300;200M\u{1B}[<2;3;4m",
      MouseEvent(.press(.middle), at: Point(x: 299, y: 199)),
      MouseEvent(.release(.right), at: Point(x: 2, y: 3))
    ),
    MouseRow(
      "\u{1B}[<32;5;6M\u{1B}[<35;5;6M",
      MouseEvent(.drag(.left), at: Point(x: 4, y: 5)),
      MouseEvent(.move, at: Point(x: 4, y: 5))
    ),
    MouseRow(
      "\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<66;1;1M\u{1B}[<67;1;1M",
      MouseEvent(.scroll(columns: 0, rows: -3), at: .zero),
      MouseEvent(.scroll(columns: 0, rows: 3), at: .zero),
      MouseEvent(.scroll(columns: -3, rows: 0), at: .zero),
      MouseEvent(.scroll(columns: 3, rows: 0), at: .zero)
    ),
    MouseRow(
      "\u{1B}[<4;1;1M\u{1B}[<8;1;1M\u{1B}[<81;1;1M",
      MouseEvent(.press(.left), at: .zero, .shift),
      MouseEvent(.press(.left), at: .zero, .alt),
      MouseEvent(.scroll(columns: 0, rows: 3), at: .zero, .control)
    ),
    MouseRow("\u{1B}[M !!\u{1B}[M#!!", MouseEvent(.press(.left), at: .zero), MouseEvent(.release(.left), at: .zero)),
    MouseRow(
      "\u{1B}[<33;1;1M\u{1B}[<34;1;1M\u{1B}[<63;2;3M\u{1B}[<20;1;1M",
      MouseEvent(.drag(.middle), at: .zero),
      MouseEvent(.drag(.right), at: .zero),
      MouseEvent(.move, at: Point(x: 1, y: 2), [.shift, .alt, .control]),
      MouseEvent(.press(.left), at: .zero, [.shift, .control])
    ),
    MouseRow(
      "\u{1B}[<95;1;1M\u{1B}[<127;1;1M\u{1B}[<65;1;1m\u{1B}[<0;1;0M",
      MouseEvent(.scroll(columns: 3, rows: 0), at: .zero, [.shift, .alt, .control]),
      MouseEvent(.scroll(columns: 3, rows: 0), at: .zero, [.shift, .alt, .control])
    ),
    MouseRow(
      "\u{1B}[M\"#$\u{1B}[M`!!\u{1B}[Mc!!\u{1B}[M@!!\u{1B}[M  !\u{1B}[M ! ",
      MouseEvent(.press(.right), at: Point(x: 2, y: 3)),
      MouseEvent(.scroll(columns: 0, rows: -3), at: .zero),
      MouseEvent(.scroll(columns: 3, rows: 0), at: .zero),
      MouseEvent(.drag(.left), at: .zero)
    ),
    MouseRow("\u{1B}[<128;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<M\u{1B}[<3;1;1M"),
  ]
}

struct ReplyRow: Sendable {
  let text: String
  let reply: TerminalReply

  static let all = [
    ReplyRow(text: "\u{1B}[?62;4;22c", reply: .attributes([62, 4, 22])),
    ReplyRow(text: "\u{1B}[?6c", reply: .attributes([6])),
    ReplyRow(text: "\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\", reply: .background(RGB(red: 30, green: 32, blue: 255))),
    ReplyRow(text: "\u{1B}]11;rgb:00/80/ff\u{07}", reply: .background(RGB(red: 0, green: 128, blue: 255))),
    ReplyRow(text: "\u{1B}]11;rgba:f/0/8/f\u{07}", reply: .background(RGB(red: 255, green: 0, blue: 136))),
    ReplyRow(text: "\u{1B}]11;rgb:zz/00/00\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}]11;rgb:00/00\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}[?2026;2$y", reply: .mode(number: 2026, isKnown: true)),
    ReplyRow(text: "\u{1B}[?2026;0$y", reply: .mode(number: 2026, isKnown: false)),
    ReplyRow(text: "\u{1B}[?2026;4$y", reply: .mode(number: 2026, isKnown: false)),
    ReplyRow(text: "\u{1B}[6;20;10t", reply: .cellPixels(Size(width: 10, height: 20))),
    ReplyRow(text: "\u{1B}[6;0;10t", reply: .other),
    ReplyRow(text: "\u{1B}[6;1;512t", reply: .cellPixels(Size(width: 512, height: 1))),
    ReplyRow(text: "\u{1B}[6;512;1t", reply: .cellPixels(Size(width: 1, height: 512))),
    ReplyRow(text: "\u{1B}[6;513;1t", reply: .other),
    ReplyRow(text: "\u{1B}[6;1;513t", reply: .other),
    ReplyRow(text: "\u{1B}[6;1;0t", reply: .other),
    ReplyRow(text: "\u{1B}[?2026;1$y", reply: .mode(number: 2026, isKnown: true)),
    ReplyRow(text: "\u{1B}[?2026;3$y", reply: .mode(number: 2026, isKnown: true)),
    ReplyRow(text: "\u{1B}[?2026$y", reply: .other),
    ReplyRow(text: "\u{1B}[?c", reply: .attributes([])),
    ReplyRow(text: "\u{1B}]11;rgb:fff/000/800\u{07}", reply: .background(RGB(red: 255, green: 0, blue: 128))),
    ReplyRow(text: "\u{1B}]11;rgb:8000/0001/0\u{07}", reply: .background(RGB(red: 128, green: 0, blue: 0))),
    ReplyRow(text: "\u{1B}]11;rgb:00000/0/0\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}]11;rgb:/0/0\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}]11;red\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}_Gi=4207\u{1B}\\", reply: .other),
    ReplyRow(
      text: "\u{1B}]11;rgba:f/0/8/\(String(repeating: "f", count: 4_082))\u{07}",
      reply: .background(RGB(red: 255, green: 0, blue: 136))
    ),
    ReplyRow(text: "\u{1B}]11;rgba:f/0/8/\(String(repeating: "f", count: 4_083))\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}[8;24;80t", reply: .other),
    ReplyRow(text: "\u{1B}_Gi=4207;OK\u{1B}\\", reply: .kittyGraphics(isSupported: true)),
    ReplyRow(text: "\u{1B}_Gi=4207;ENOTSUPPORTED:no\u{1B}\\", reply: .kittyGraphics(isSupported: false)),
    ReplyRow(text: "\u{1B}_Gi=1;OK\u{1B}\\", reply: .other),
    ReplyRow(text: "\u{1B}P1$r0m\u{1B}\\", reply: .other),
    ReplyRow(text: "\u{1B}[>1;10;0c", reply: .other),
    ReplyRow(text: "\u{1B}[?1u", reply: .other),
    ReplyRow(text: "\u{1B}[24;80R", reply: .other),
    ReplyRow(text: "\u{1B}]4;1;rgb:ff/00/00\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}]11;\(String(repeating: "x", count: 100_000))\u{07}", reply: .other),
    ReplyRow(text: "\u{1B}]11;rgba:f/0/8/\(String(repeating: "f", count: 100_000))\u{07}", reply: .other),
  ]
}

struct GarbageRow: Sendable {
  let bytes: [UInt8]
  let events: [InputEvent]

  private static let replacement = InputEvent.key(.character("\u{FFFD}"))

  static let all = [
    GarbageRow(bytes: [0xFF], events: [replacement]),
    GarbageRow(bytes: [0x80, 0x9B], events: [replacement, replacement]),
    GarbageRow(bytes: [0xC3], events: [replacement]),
    GarbageRow(bytes: [0xE4, 0xBD, 0x41], events: [replacement, .key(.character("A"))]),
    GarbageRow(bytes: [0xC0, 0xAF], events: [replacement, replacement]),
    GarbageRow(bytes: [0xED, 0xA0, 0x80], events: [replacement, replacement, replacement]),
    GarbageRow(bytes: [0xF4, 0x90, 0x80, 0x80], events: [replacement, replacement, replacement, replacement]),
    GarbageRow(bytes: [0xF0, 0x9F, 0x98, 0x1B, 0x5B, 0x41], events: [replacement, .key(KeyPress(.up))]),
    GarbageRow(bytes: Array("\u{1B}[1;".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}[1;".utf8) + [0xFF, 0x41], events: [replacement, .key(.character("A"))]),
    GarbageRow(bytes: Array("\u{1B}[1;\u{18}A\u{1B}[1;\u{1A}B".utf8), events: "AB".map { .key(.character($0)) }),
    GarbageRow(bytes: Array("\u{1B}[\u{1B}[A".utf8), events: [.key(KeyPress(.up))]),
    GarbageRow(bytes: Array("\u{1B}[1\rA".utf8), events: [.key(KeyPress(.enter)), .key(.character("A"))]),
    GarbageRow(bytes: Array("\u{1B}[999999999999999999999A".utf8), events: [.key(KeyPress(.up))]),
    GarbageRow(bytes: Array("\u{1B}[\(String(repeating: "1;", count: 5_000))A".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}[1\(String(repeating: ";", count: 63))A".utf8), events: [.key(KeyPress(.up))]),
    GarbageRow(bytes: Array("\u{1B}[1\(String(repeating: ";", count: 64))A".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}[1;0A\u{1B}[1;99999999A".utf8), events: [.key(KeyPress(.up)), .key(KeyPress(.up))]),
    GarbageRow(bytes: Array("\u{1B}[1114112u\u{1B}[55296u\u{1B}[u\u{1B}[7u".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}]52;c;never ended".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}]0;cut\u{1B}[A".utf8), events: [.key(KeyPress(.up))]),
    GarbageRow(bytes: Array("\u{1B}[[Z".utf8), events: [.key(.character("Z"))]),
    GarbageRow(bytes: Array("\u{1B}[M\u{01}\u{02}\u{03}".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}[M!".utf8), events: []),
    GarbageRow(bytes: Array("\u{1B}[200~cut".utf8), events: [.paste("cut")]),
    GarbageRow(bytes: Array("\u{1B}[201~".utf8), events: []),
    GarbageRow(
      bytes: Array("\u{1B}[200~".utf8) + [0xFF, 0xC3] + Array("\u{1B}[201~".utf8),
      events: [.paste("\u{FFFD}\u{FFFD}")]
    ),
  ]
}

enum RecordedStream {
  static let bytes: [UInt8] =
    Array(
      ("hello\r\u{1B}[I\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?2026;2$y\u{1B}[6;18;9t\u{1B}_Gi=4207;OK\u{1B}\\\u{1B}[?62;4c"
        + "jjj\u{1B}[B\u{1B}[B\u{1B}OA\u{1B}[1;5D\u{1B}[3~\u{1B}[15;2~\u{7F}\u{7F}\t\u{1B}[Z"
        + "\u{1B}[<0;12;5M\u{1B}[<32;13;5M\u{1B}[<0;13;5m\u{1B}[<65;13;5M\u{1B}[M !!"
        + "gru\u{308}ße 你好 👩‍🚀🇩🇪 e\u{301}❤️x"
        + "\u{1B}[200~pasted\r\ntext \u{1B}[31mred\u{1B}[0m ~ [201~ 你\u{1B}[201~"
        + "\u{1B}[27u\u{1B}[97;5u\u{1B}[99;5u\u{1B}[57376;2u\u{1B}[27;5;120~\u{1B}a\u{1B}\u{1B}[A\u{1B}[[C\u{1B}Oj"
        + "\u{1B}P>|terminal 1.0\u{1B}\\\u{1B}[O\u{1B}[1;2P\u{1B}[24;80R\u{1B}]52;c;aGk=\u{07}q").utf8
    ) + [0xFF, 0xE4, 0xBD, 0x0D, 0xF0, 0x9F, 0x98, 0x80, 0x71]
}
