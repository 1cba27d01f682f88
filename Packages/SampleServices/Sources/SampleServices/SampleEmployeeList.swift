import Foundation

/// The employee lists, written byte by byte because an encoder would take seconds for 100,000 people.
struct SampleEmployeeList {
  let options: SampleDirectoryOptions
  /// The photo URLs' prefix, such as `http://127.0.0.1:8000/directory/photos/7`.
  let photoBase: String

  /// The defects, by entry index.
  private static let malformations: [Int: Malformation] = [
    3: .withoutMail, 7: .nullTeam, 11: .unknownType, 13: .numberAsName,
  ]

  private enum Malformation {
    case withoutMail, nullTeam, unknownType, numberAsName
  }

  func normal() -> Data { document { _ in nil } }

  /// Returns the list with up to four malformed entries, or a list of one invalid entry for fewer than four employees.
  func malformed() -> Data {
    guard options.count > 3 else { return Data(#"{"employees":[{"uuid":"none"}]}"#.utf8) }
    return document { Self.malformations[$0] }
  }

  static let empty = Data(#"{"employees":[]}"#.utf8)

  private func document(_ malformation: (Int) -> Malformation?) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 + options.count * 480)
    bytes += Array(#"{"employees":["#.utf8)
    for number in 0..<options.count {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      append(SampleEmployee(number: number, seed: options.seed), malformation(number), to: &bytes)
    }
    bytes += Array("]}".utf8)
    return Data(bytes)
  }

  private func append(_ employee: SampleEmployee, _ malformation: Malformation?, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #"{"uuid":""#.utf8)
    bytes.append(contentsOf: employee.id.uuidString.lowercased().utf8)
    bytes.append(UInt8(ascii: "\""))
    if malformation == .numberAsName {
      bytes.append(contentsOf: #","full_name":42"#.utf8)
    } else {
      append("full_name", employee.name, to: &bytes)
    }
    if let phoneNumber = employee.phoneNumber { append("phone_number", phoneNumber, to: &bytes) }
    if malformation != .withoutMail { append("email_address", employee.mail, "@example.com", to: &bytes) }
    if let biography = employee.biography { append("biography", biography, to: &bytes) }
    if employee.hasPhotos {
      append("photo_url_small", photoBase, "/\(employee.number)/small.png", to: &bytes)
      append("photo_url_large", photoBase, "/\(employee.number)/large.png", to: &bytes)
    }
    if malformation == .nullTeam {
      bytes.append(contentsOf: #","team":null"#.utf8)
    } else {
      append("team", employee.team, to: &bytes)
    }
    append("employee_type", malformation == .unknownType ? "FRIEND" : employee.type, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(_ key: String, _ text: String, _ end: String = "", to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #",""#.utf8)
    bytes.append(contentsOf: key.utf8)
    bytes.append(contentsOf: #"":""#.utf8)
    // The text comes from this package or from the request's host, so only quotation marks and backslashes need
    // escaping.
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes.append(contentsOf: end.utf8)
    bytes.append(UInt8(ascii: "\""))
  }
}

/// An invented person, determined by the seed and the number.
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
    // The first three people have different employment types, so even short lists contain all types.
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

  /// Returns a random version 4 UUID (RFC 9562, section 5.4).
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

/// The words for biographies, people and teams.
enum SampleNames {
  /// The first people in every list, with names that vary in script, length and convention.
  static let first: [(name: String, mail: String)] = [
    ("Amara Okonkwo", "amara.okonkwo"), ("José Álvarez Peña", "jose.alvarez"), ("Zoë van den Berg", "zoe.vandenberg"),
    ("李小龙", "li.xiaolong"), ("Søren Østergård", "soren.ostergard"), ("Priya Raghunathan", "priya.raghunathan"),
    ("Łukasz Żółkowski", "lukasz.zolkowski"), ("Мария Иванова", "maria.ivanova"), ("Liam O'Connor", "liam.oconnor"),
    ("Γιώργος Παπαδόπουλος", "giorgos.papadopoulos"), ("山田 花子", "hanako.yamada"), ("김민준", "minjun.kim"),
    ("Fatima Al-Zahra", "fatima.alzahra"), ("محمد الأحمد", "mohammed.alahmad"), ("נועה כהן", "noa.cohen"),
    ("Jean-Luc Lefèvre", "jeanluc.lefevre"), ("Ólafur Ragnarsson", "olafur.ragnarsson"), ("अनिका शर्मा", "anika.sharma"),
    ("Nguyễn Thị Hương", "huong.nguyen"), ("Siobhán Ní Dhomhnaill", "siobhan.nidhomhnaill"), ("Wei Chen", "wei.chen"),
    ("สมชาย ใจดี", "somchai.jaidee"), ("Björk Þórsdóttir", "bjork.thorsdottir"), ("İpek Yılmaz", "ipek.yilmaz"),
    ("Maximilian-Alexander von und zu Hohenstein-Lichtenfels", "max.hohenstein"), ("Bo Li", "bo.li"),
    ("Chiamaka Adichie", "chiamaka.adichie"), ("Renée d’Arc", "renee.darc"), ("Tiyo Whāriki", "tiyo.whariki"),
    ("Grace Murray", "grace.murray"),
  ]

  static let givenNames = [
    "Ada", "Alan", "Alejandra", "Amina", "Anders", "Anouk", "Antonio", "Aroha", "Astrid", "Beatriz", "Björn", "Carlos",
    "Catarina", "Chen", "Chloé", "Daniela", "David", "Dmitri", "Eilidh", "Elena", "Emeka", "Emma", "Eszter", "Fatou",
    "Felix",
    "Gabriela", "Giulia", "Hana", "Hassan", "Hiroshi", "Ingrid", "Isabel", "Ivan", "Jamal", "Jana", "Jin", "Joana",
    "Jürgen",
    "Kaito", "Kwame", "Lars", "Leïla", "Lina", "Lucía", "Magnus", "Mai", "Malik", "Márton", "Mei", "Mohan", "Nadia",
    "Nia",
    "Noah", "Olga", "Oskar", "Paolo", "Petra", "Rahul", "Rosa", "Ruth", "Samira", "Sanjay", "Sofia", "Tariq",
    "Thandiwe", "Tomás",
    "Uma", "Vera", "Viktor", "Wanjiru", "Xavier", "Yara", "Yusuf", "Zainab",
  ]

  static let familyNames = [
    "Abara", "Almeida", "Andersson", "Bakker", "Banerjee", "Bianchi", "Castillo", "Çelik", "Costa", "Dahl", "Diallo",
    "Dubois",
    "Eriksen", "Fernández", "Fischer", "Fujimoto", "Garcia", "Grant", "Gupta", "Haddad", "Hansen", "Hoang", "Horvat",
    "Ibrahim",
    "Ito", "Ivanov", "Jansen", "Jensen", "Kaya", "Khan", "Kowalska", "Kumar", "Larsen", "Lindqvist", "López", "Mbeki",
    "Mensah",
    "Meyer", "Moreau", "Müller", "Murphy", "Nakamura", "Ndiaye", "Novák", "Núñez", "Okafor", "Olsen", "Patel",
    "Pereira", "Petrov",
    "Quispe", "Rahman", "Reyes", "Rossi", "Saito", "Santos", "Schmidt", "Silva", "Smith", "Sato", "Tanaka", "Torres",
    "Tran",
    "Ueda", "Varga", "Virtanen", "Walker", "Wang", "Weber", "Yamamoto", "Zhang", "Zimmermann",
  ]

  static let teams = [
    "Core", "Core Platform", "Payments", "Point of Sale", "Design", "Data & Insights", "Mobile", "Web", "Security",
    "Hardware",
    "People", "Legal & Finance", "Café Operations", "Customer Support", "Infrastructure", "Quality", "Research",
    "Sales",
    "Marketing & Events", "Localization",
  ]

  static let beginnings = [
    "Works on", "Looks after", "Is responsible for", "Came here for", "Has been building", "Keeps an eye on",
    "Leads the work on",
  ]

  static let subjects = [
    "the parts that nobody sees", "receipts and refunds", "card readers", "the design system", "accessibility",
    "everything that ships at night", "the build", "onboarding", "search", "the café on the third floor", "reliability",
    "time zones", "the public API", "charts",
  ]

  static let endings = [
    "and likes it that way.", "and writes about it now and then.", "and still answers questions about the old one.",
    "with a team in four countries.", "and bakes bread on weekends.", "after ten years in another trade.",
    "and is always happy to get feedback.", "and has never missed a release.",
  ]
}
