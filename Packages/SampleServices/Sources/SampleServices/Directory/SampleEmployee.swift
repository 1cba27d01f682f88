import Foundation

/// One invented person; everything follows from the seed and the number.
struct SampleEmployee {
  let number: Int
  let id: UUID
  let name: String
  let mail: String
  let team: String
  let type: String
  let phoneNumber: String?
  let biography: String?
  let hasPhotos: Bool

  init(number: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed, number: number)
    self.number = number
    id = Self.identifier(&random)
    if number < SampleNames.first.count {
      (name, mail) = SampleNames.first[number]
    } else {
      let given = random.pick(SampleNames.givenNames)
      let family = random.pick(SampleNames.familyNames)
      name = "\(given) \(family)"
      mail = "employee.\(number)"
    }
    team = random.pick(SampleNames.teams)
    // The first three are of the three types, so that every list of some length shows them all.
    let die = number < 3 ? [0, 70, 90][number] : random.below(100)
    type = die < 70 ? "FULL_TIME" : die < 90 ? "PART_TIME" : "CONTRACTOR"
    phoneNumber = random.happens(percent: 80) ? "555\(random.below(8) + 2)\(Self.digits(6, &random))" : nil
    if random.happens(percent: 85) {
      let sentence = [SampleNames.beginnings, SampleNames.subjects, SampleNames.endings].map { random.pick($0) }
      biography = sentence.joined(separator: " ")
    } else {
      biography = nil
    }
    hasPhotos = random.happens(percent: 92)
  }

  /// A UUID of version 4 (RFC 9562, section 5.4).
  private static func identifier(_ random: inout SeededRandom) -> UUID {
    let (high, low) = (random.next(), random.next())
    func byte(_ number: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (index * 8)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6) & 0x0F | 0x40, byte(high, 7),
        byte(low, 0) & 0x3F | 0x80, byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
        byte(low, 7)
      )
    )
  }

  private static func digits(_ count: Int, _ random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<count { text += "\(random.below(10))" }
    return text
  }
}
