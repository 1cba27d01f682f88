extension ContractRow {
  private static let employee =
    "{biography,email_address,employee_type,full_name,phone_number,photo_url_large,photo_url_small,team,uuid}"

  static let directory: [ContractRow] = [
    ContractRow("directory list", .testedIn("DirectoryCommandTests")),
    ContractRow("directory list --json", .json("{employees[\(employee)]}")),
    ContractRow("directory list --json --scenario empty", .json("{employees[]}")),
    ContractRow("directory list --search lukasz", .testedIn("DirectoryCommandTests")),
    ContractRow("directory list --team 'core platform'", .testedIn("DirectoryCommandTests")),
    ContractRow(
      "directory list --type contractor --type part-time --group-by none --sort type",
      .records(6, fields: 6)
    ),
    ContractRow("directory list --type full-time --group-by type --sort team", .records(24, fields: 6)),
    ContractRow("directory list --group-by team --sort name --search lukasz", .records(1, fields: 6)),
    ContractRow("directory list --group-by sex", .tells("one of team, type, none"), exitCode: 2),
    ContractRow("directory list --scenario malformed --lenient", .testedIn("DirectoryCommandTests")),
    ContractRow("directory list --scenario empty", .tells("The directory has no employees.")),
    ContractRow("directory list", .tells("is missing"), exitCode: 5, before: ["config set directory_scenario error"]),
    ContractRow(
      "directory list --scenario normal",
      .records(30, fields: 6),
      environment: ["FETCH_COUNTER_DIRECTORY_SCENARIO": "error"]
    ),
    ContractRow("directory list --from $FOLDER/all.json", .testedIn("DirectoryCommandTests")),

    ContractRow("directory show lukasz.zolkowski@example.com", .records(1, fields: 9)),
    ContractRow("directory show 'Łukasz Żółkowski' --json", .json(employee)),
    ContractRow("directory show Xyzzy --lenient --scenario malformed", .tells("Xyzzy"), exitCode: 1),
    ContractRow(
      "directory show jane@example.com --from $FOLDER/none.json",
      .tells("has no employee"),
      exitCode: 1,
      files: ["none.json": #"{"employees": []}"#]
    ),

    ContractRow("directory export --format csv", .records(31, fields: 1)),
    ContractRow("directory export --format json", .json("{employees[\(employee)]}")),
    ContractRow(
      "directory export --format vcard --vcard-version 4.0 --photos small --search lukasz",
      .prints("PHOTO:data:image/"),
      .prints("VERSION:4.0\r\n")
    ),
    ContractRow("directory export --format vcard --vcard-version 3.0", .prints("VERSION:3.0\r\n")),
    ContractRow("directory export --format csv --vcard-version 3.0", .tells("applies only to vCards"), exitCode: 2),
    ContractRow(
      "directory export --format csv --output $FOLDER/all.csv",
      .tells("all.csv' already exists"),
      exitCode: 2,
      files: ["all.csv": "mine"]
    ),
    ContractRow(
      "directory export --format csv --output $FOLDER/all.csv --force",
      .tells("Exported 30 employees"),
      files: ["all.csv": "mine"]
    ),
    ContractRow("directory export --format csv --output $FOLDER/all.csv --json", .json("{exported,output}")),
    ContractRow("directory export --format csv -o $FOLDER/all.csv --quiet", .silence),
    ContractRow(
      "directory export --format csv --team Core --type full-time --group-by none --sort team --lenient --scenario normal",
      .records(2, fields: 1)
    ),
    ContractRow(
      "directory export --format csv --from $FOLDER/none.json",
      .records(1, fields: 1),
      files: ["none.json": #"{"employees": []}"#]
    ),
  ]
}
