enum SampleHelp {
  static let program = #"""
    Keeps parcels in order.

    Without a command it counts the parcels. Parcels are known by their number,
    which is printed on them, and are kept in a folder.

    Nothing is sent anywhere.

    Usage:
      tool [COMMAND] [options]

    Examples:
      tool --json
          Counts the parcels, for a program to read.
      tool list --top 3
          Lists the three newest parcels.

    Common options:
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Gives up after this long. Default: 15s.
      -h, --help              Show this help.

    Commands:
      list   Lists parcels.
      send   Sends parcels.
      flags  Shows and changes flags.
      help   Show help for a command.

    Options:
      -v, --verbose          Tells more.
          --profile NAME     Which services are asked. Default: sample.
          --service-url URL  Where the service is.
          --data-dir DIR     Where parcels are kept.
          --version          Print the version.

    Environment:
      TOOL_TIMEOUT      The same as --timeout.
      TOOL_SERVICE_URL  The same as --service-url.
      NO_COLOR          Turns colors off, whatever its value.

    Exit status:
      0    Done.
      2    The command line is wrong.
      130  Interrupted.

    'tool help COMMAND' explains a command.

    """#

  static let list = #"""
    Lists parcels.

    Usage:
      tool list [options]

    Examples:
      tool list --tag red --tag blue
          Lists what is red or blue.

    Common options:
      -n, --top N             Shows only so many.
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Gives up after this long. Default: 15s.
      -h, --help              Show this help.

    Options:
          --tag TAG                 Shows only what has one of these tags. May be
                                    repeated.
          --sort name|price|weight  What the order goes by. Default: name.
      -r, --reverse                 Turns the order round.
          --days N                  How far back.
          --range 1d|1w|1m          How far back, in words.
      -o, --output FILE             Writes to a file.
          --style it's|$(date)|a:b|c\d|e f
                                    How it looks.

    'tool help' lists the options that every command accepts.

    """#

  static let send = #"""
    Sends parcels.

    Usage:
      tool send --by CARRIER WHO WEIGHT [NOTE...] [options]

    Common options:
          --by CARRIER        Who carries it. One of: post, pigeon. Required.
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Gives up after this long. Default: 15s.
      -h, --help              Show this help.

    Arguments:
      WHO        Whom it is for.
      WEIGHT     Kilograms.
      [NOTE...]  What to write on it.

    Options:
      --[no-]insured  Insures the parcel. Default: the folder's rule.

    'tool help' lists the options that every command accepts.

    """#

  static let group = #"""
    Shows and changes flags.

    Usage:
      tool flags COMMAND [options]

    Common options:
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Gives up after this long. Default: 15s.
      -h, --help              Show this help.

    Commands:
      set   Sets a flag.
      show  Shows a flag.

    'tool help flags COMMAND' explains a command. 'tool help' lists the options that
    every command accepts.

    """#

  static let narrowSend = #"""
    Sends parcels.

    Usage:
      tool send --by CARRIER WHO WEIGHT
          [NOTE...] [options]

    Common options:
      --by CARRIER
          Who carries it. One of: post,
          pigeon. Required.
      -j, --json
          Prints one JSON document.
      -t, --timeout DURATION
          Gives up after this long. Default:
          15s.
      -h, --help
          Show this help.

    Arguments:
      WHO
          Whom it is for.
      WEIGHT
          Kilograms.
      [NOTE...]
          What to write on it.

    Options:
      --[no-]insured
          Insures the parcel. Default: the
          folder's rule.

    'tool help' lists the options that every
    command accepts.

    """#
}
