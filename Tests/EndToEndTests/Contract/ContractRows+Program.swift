extension ContractRow {
  private static let flag = "{decided_by,default,description,key,owner,value}"
  private static let argument = "expects,name,repeatable,required,summary"
  private static let option =
    "{choices[],default,environment_variable,excludes[],expects,name,negatable,repeatable,required,short,summary,value}"

  private static func help(arguments: String = "[]", options: String = "[]") -> String {
    "{arguments\(arguments),command,commands[],discussion,environment[],examples[{command_line,summary}],exit_statuses[],"
      + "options\(options),summary,usage}"
  }

  private static let cache = "{bytes,calls,entries,folder,size_limit}"

  static let program: [ContractRow] = [
    ContractRow("flags list", .records(1, fields: 4)),
    ContractRow("flags list --json", .json("{flags[\(flag)]}")),
    ContractRow("flags get supportEUR --json", .json(flag)),
    ContractRow("flags set supportEUR on", .testedIn("FlagsTests")),
    ContractRow("flags unset supportEUR --json", .json(flag), before: ["flags set supportEUR on"]),
    ContractRow("flags explain supportEUR", .prints("supportEUR")),
    ContractRow(
      "flags explain supportEUR --json",
      .json("{decided_by,default,description,key,layers[{layer,says,source,verdict}],owner,value}")
    ),

    ContractRow("cache show", .records(4, fields: 2)),
    ContractRow("cache show --json", .json(cache), before: ["markets list"]),
    ContractRow("cache clear --json", .json(cache), before: ["markets list"]),
    ContractRow("cache clear --images", .records(4, fields: 2), before: ["markets list"]),
    ContractRow("cache clear --responses", .prints("Responses\t0\n"), before: ["markets list"]),

    ContractRow("config", .prints("timeout\t15s\tthe program's default\n")),
    ContractRow("config set directory_scenario normall", .tells("Couldn't set directory_scenario"), exitCode: 2),
    ContractRow("config set timeout 3s", .tells("Set timeout to “3s” in ")),
    ContractRow("config set theme dark --json", .json("{key,path,value}")),
    ContractRow("config set theme catppuccin-mocha", .tells("Set theme to “catppuccin-mocha” in ")),
    ContractRow("config set theme nrod", .tells("nord"), exitCode: 2),
    ContractRow("config set theme ../nord", .tells("isn't the name of a theme"), exitCode: 2),
    ContractRow(
      "config set theme ocean --config $FOLDER/own.json",
      .tells("Set theme to “ocean” in "),
      files: ["own.json": "{}", "themes/ocean.json": ##"{"base": "nord", "accent": "#ffffff"}"##]
    ),
    ContractRow(
      "config set theme ocean --config $FOLDER/own.json",
      .tells("“accent” is “#12”, which isn't a color"),
      exitCode: 2,
      files: ["own.json": "{}", "themes/ocean.json": ##"{"accent": "#12"}"##]
    ),
    ContractRow(
      "doctor --config $FOLDER/own.json",
      .prints("theme ocean\tbad\t"),
      exitCode: 1,
      files: ["own.json": "{}", "themes/ocean.json": ##"{"accent": "#12"}"##]
    ),
    ContractRow(
      "doctor --config $FOLDER/own.json",
      .prints("theme ocean\twarning\tmuted on background has a contrast of 1.6, "),
      files: ["own.json": "{}", "themes/ocean.json": ##"{"base": "nord", "muted": "#4c566a"}"##]
    ),
    ContractRow("config set locale xx_YY", .tells("isn't a known locale"), exitCode: 2),
    ContractRow("config show", .prints("timeout\t3s\tthe configuration file"), before: ["config set timeout 3s"]),
    ContractRow("config set timeout soon", .tells("Couldn't set timeout"), exitCode: 2),
    ContractRow("config set timeuot 3s", .tells("Did you mean “timeout”?"), exitCode: 2),
    ContractRow("config set coingecko_api_key CG-1", .tells("is a secret"), exitCode: 2),
    ContractRow("config unset timeout", .tells("Removed timeout from "), before: ["config set timeout 3s"]),
    ContractRow("config show --json", .json("{settings[{decided_by,key,origin,value}]}")),
    ContractRow("setup --counter-url http://127.0.0.1:1", .records(1, fields: 2)),
    ContractRow("setup --json", .prints("config set KEY VALUE"), exitCode: 2),
    ContractRow("config profiles", .records(2, fields: 3)),
    ContractRow(
      "config profiles --config $FOLDER/own.json",
      .prints("mine\tfile\tsets counter_url, timeout\n"),
      files: ["own.json": #"{"profiles": {"mine": {"timeout": "1s", "counter_url": "http://127.0.0.1:1"}}}"#]
    ),
    ContractRow("config profiles --json", .json("{profiles[{name,origin,settings[],summary}]}")),
    ContractRow(
      "config profiles --config $FOLDER/own.json",
      .tells("'profiles' isn't an object"),
      exitCode: 2,
      files: ["own.json": #"{"profiles": 1}"#]
    ),
    ContractRow("config path --json", .json("{exists,path}")),
    ContractRow("config init --json", .json("{exists,path}")),

    ContractRow("open dashboard", .prints("Fetch count: 0")),
    ContractRow("open markets/bitcoin?days=30 --json", .json("{lines[],link,title}")),
    ContractRow("open directry", .tells("directory"), exitCode: 2),

    ContractRow("serve --port 0 --json", .testedIn("ContractOptionTests")),
    ContractRow("serve --latency 150ms --fault status-503:1 --seed 7", .testedIn("ServeTests")),
    ContractRow("serve --employees 3", .testedIn("ContractOptionTests")),

    ContractRow("doctor", .records(18, fields: 4)),
    ContractRow("doctor --json", .json("{checks[{check,cure,message,state}],ok}")),

    ContractRow("completions bash", .prints("complete -F _fetch_counter fetch-counter\n")),
    ContractRow("completions man --json", .json("{name,text}")),
    ContractRow("completions powershell", .tells("one of bash, zsh, fish, man"), exitCode: 2),
    ContractRow("help markets list", .testedIn("ContractTests")),
    ContractRow("--help", .testedIn("ContractTests")),
    ContractRow("-h", .prints("Usage:\n")),
    ContractRow("--jsno --help", .prints("Usage:\n")),
    ContractRow("help cache clear --json", .json(help(options: "[\(option)]"))),
    ContractRow("help completions --json", .json(help(arguments: "[{choices[{summary,word}],\(argument)}]"))),
    ContractRow("help keys", .prints("copy\ty\t")),
    ContractRow("keys --help", .prints("Usage:\n")),
    ContractRow("keys", .prints("copy\ty\t")),
    ContractRow("keys --json", .prints("\"action\":\"copy\"")),
    ContractRow("help --json", .prints(#""command":"fetch-counter markets list""#)),
    ContractRow("status --help --json", .json(help())),
    ContractRow("--version --json", .json("{version}")),
    ContractRow("version", .prints("fetch-counter 0.")),
    ContractRow("--version", .testedIn("HelpAndVersionTests")),
    ContractRow("help markts --json", .json("{error{hint,kind,message}}"), exitCode: 2),
  ]
}
