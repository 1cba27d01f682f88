/// What people, teams and biographies are put together from.
enum SampleNames {
  /// The first people of every list: names of many scripts, lengths and customs.
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
    "Marketing & Events", "Localisation",
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
    "with a team in four countries.", "and bakes bread at weekends.", "after ten years in another trade.",
    "and is always glad of feedback.", "and has never missed a release.",
  ]
}
