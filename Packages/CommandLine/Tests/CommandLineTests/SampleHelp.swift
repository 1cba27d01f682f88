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
          Prints the number of parcels as JSON.
      tool list --top 3
          Lists the three newest parcels.

    Common options:
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Maximum time for replies. Default: 15s.
      -h, --help              Show this help.

    Commands:
      list   Lists parcels.
      send   Sends parcels.
      flags  Shows and changes flags.
      help   Show help for a command.

    Options:
      -v, --verbose          Prints details.
          --profile NAME     The services to use. Default: sample.
          --service-url URL  The service's address.
          --data-dir DIR     The folder for parcels.
          --version          Print the version.

    Environment:
      TOOL_TIMEOUT      The same as --timeout.
      TOOL_SERVICE_URL  The same as --service-url.
      NO_COLOR          Turns colors off, with any value.

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
          Lists red and blue parcels.

    Common options:
      -n, --top N             The maximum number.
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Maximum time for replies. Default: 15s.
      -h, --help              Show this help.

    Options:
          --tag TAG                 Shows parcels with one of these tags. May be
                                    repeated.
          --sort name|price|weight  The property to sort by. Default: name.
      -r, --reverse                 Reverses the order.
          --days N                  The number of days.
          --range 1d|1w|1m          The time range.
      -o, --output FILE             Writes to a file.
          --style it's|$(date)|a:b|c\d|e f
                                    The output style.

    'tool help' lists the options that every command accepts.

    """#

  static let send = #"""
    Sends parcels.

    Usage:
      tool send --by CARRIER WHO WEIGHT [NOTE...] [options]

    Common options:
          --by CARRIER        Parcel carrier. One of: post, pigeon. Required.
      -j, --json              Prints one JSON document.
      -t, --timeout DURATION  Maximum time for replies. Default: 15s.
      -h, --help              Show this help.

    Arguments:
      WHO        The recipient.
      WEIGHT     Kilograms.
      [NOTE...]  Text on the parcel.

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
      -t, --timeout DURATION  Maximum time for replies. Default: 15s.
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
          Parcel carrier. One of: post,
          pigeon. Required.
      -j, --json
          Prints one JSON document.
      -t, --timeout DURATION
          Maximum time for replies. Default:
          15s.
      -h, --help
          Show this help.

    Arguments:
      WHO
          The recipient.
      WEIGHT
          Kilograms.
      [NOTE...]
          Text on the parcel.

    Options:
      --[no-]insured
          Insures the parcel. Default: the
          folder's rule.

    'tool help' lists the options that every
    command accepts.

    """#
}
