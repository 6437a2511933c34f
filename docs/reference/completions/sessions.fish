# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_sessions_global_optspecs
    string join \n data-dir= config= json color= q/quiet v/verbose as= sandboxed h/help V/version
end

function __fish_sessions_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_sessions_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_sessions_using_subcommand
    set -l cmd (__fish_sessions_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c sessions -n "__fish_sessions_needs_command" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_needs_command" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_needs_command" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_needs_command" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_needs_command" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_needs_command" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_needs_command" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_needs_command" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_needs_command" -s V -l version -d 'Print version'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "import" -d 'Imports transcripts of other programs'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "search" -d 'Finds exact words in transcripts'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "history" -d 'Shows a session: its newest rows, or those around a message'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "list" -d 'Lists sessions, newest first'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "append" -d 'Appends a message to a session'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "reset" -d 'Begins a new view of a session with a reset marker'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "rewind" -d 'Takes a session back to an earlier message'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "rollover" -d 'Begins a new generation under a session key'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "delete" -d 'Deletes a session with all its generations'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "reindex" -d 'Brings the index up to date'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "explain" -d 'Explains whether one session may read another'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "doctor" -d 'Checks the databases, and repairs them when asked'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "checkpoint" -d 'Finishes background work and leaves no trace of deleted text'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "backup" -d 'Writes a consistent copy of an agent\'s database to a new file'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "redact" -d 'Masks secrets in standard input'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "completions" -d 'Writes the completions of a shell to standard output'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "man" -d 'Writes the man pages into a folder'
complete -c sessions -n "__fish_sessions_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c sessions -n "__fish_sessions_using_subcommand import" -l format -d 'The format of the files; `auto` recognises it from their content' -r -f -a "auto\t''
openclaw\t''
openclaw-sqlite\t''
claude-code\t''
codex\t''
copilot-cli\t''
gemini-cli\t''
chatgpt\t''
claude-ai\t''"
complete -c sessions -n "__fish_sessions_using_subcommand import" -l agent -d 'The agent that owns what is imported [default: what the files say]' -r
complete -c sessions -n "__fish_sessions_using_subcommand import" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand import" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand import" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand import" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand import" -l dry-run -d 'List what would be read, and import nothing'
complete -c sessions -n "__fish_sessions_using_subcommand import" -l deleted -d 'Read transcripts too that were deleted in their own program (OpenClaw\'s `.deleted.` archives); their sessions are archived'
complete -c sessions -n "__fish_sessions_using_subcommand import" -l no-index -d 'Leave indexing to later searches, which do it bit by bit'
complete -c sessions -n "__fish_sessions_using_subcommand import" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand import" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand import" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand import" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l limit -d 'The most hits, 1 to 25 [default: 10]' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l session-key -d 'Only this session' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l agent -d 'Only sessions of this agent; repeat it for more' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l role -d 'Only what this one said' -r -f -a "user\t''
assistant\t''"
complete -c sessions -n "__fish_sessions_using_subcommand search" -l kind -d 'Only sessions of this kind; repeat it for more' -r -f -a "direct\t''
group\t''
subagent\t''
acp\t''
cron\t''
hook\t''
other\t''"
complete -c sessions -n "__fish_sessions_using_subcommand search" -l since -d 'Only messages from this time on: how long ago (`30m`, `12h`, `7d`, `2w`), RFC 3339, or a date or time in the local time zone (`2026-05-28`, `2026-05-28 20:26`)' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l until -d 'Only messages before this time; a date means the beginning of its day in the local time zone' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l order -d 'Best first, or newest first' -r -f -a "relevance\t''
recent\t''"
complete -c sessions -n "__fish_sessions_using_subcommand search" -l cursor -d 'The hits behind those of an answer: its `nextCursor`, with the same search' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand search" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand search" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand search" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand search" -l prefix -d 'Take the last word for the beginning of one: `fri` finds `friday`'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l relaxed -d 'Where nothing matches exactly, show what comes near: the words spread over a session, most of the words, close spellings'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l per-session -d 'Only the best hit of each session, and how many more there are in it'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l exclude-current -d 'Leave out the current view of the session that asks (`--as`)'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l wait -d 'Bring the index up to date first'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l require-complete -d 'Exit with 5 when the answer may be incomplete because sessions still await indexing'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand search" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand search" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand search" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand search" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand history" -l message-id -d 'The message to show, with what was said around it' -r
complete -c sessions -n "__fish_sessions_using_subcommand history" -l session-id -d 'The generation that the message is in [default: the current one]' -r
complete -c sessions -n "__fish_sessions_using_subcommand history" -l limit -d 'The most rows, 1 to 1000 [default: 200]' -r
complete -c sessions -n "__fish_sessions_using_subcommand history" -l offset -d 'Leave out this many of the newest rows; not with a message' -r
complete -c sessions -n "__fish_sessions_using_subcommand history" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand history" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand history" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand history" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand history" -l include-tools -d 'Show the rows of tools too'
complete -c sessions -n "__fish_sessions_using_subcommand history" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand history" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand history" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand history" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand list" -l limit -d 'The most sessions, 1 to 1000 [default: 50]' -r
complete -c sessions -n "__fish_sessions_using_subcommand list" -l agent -d 'Only sessions of this agent; repeat it for more' -r
complete -c sessions -n "__fish_sessions_using_subcommand list" -l kind -d 'Only sessions of this kind; repeat it for more' -r -f -a "direct\t''
group\t''
subagent\t''
acp\t''
cron\t''
hook\t''
other\t''"
complete -c sessions -n "__fish_sessions_using_subcommand list" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand list" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand list" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand list" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand list" -l archived -d 'Archived sessions too'
complete -c sessions -n "__fish_sessions_using_subcommand list" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand list" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand list" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand list" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand append" -l role -d 'Who says it' -r -f -a "user\t''
assistant\t''
tool\t''"
complete -c sessions -n "__fish_sessions_using_subcommand append" -l session-id -d 'The generation that is meant; an error if it is not the current one' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l message-id -d 'The id of the message [default: a new one]' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l parent -d 'The message that it follows [default: the last one]' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l timestamp -d 'When it was said: RFC 3339, or milliseconds since 1970 [default: now]' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l spawned-by -d 'The session that started this one' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l parent-session -d 'The session that this one hangs on' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l owner-session -d 'The session that owns this one' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand append" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand append" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand append" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand append" -l jsonl -d 'Read messages from standard input, one JSON object a line'
complete -c sessions -n "__fish_sessions_using_subcommand append" -l incognito -d 'Make the session incognito: stored, and never searched, listed or opened'
complete -c sessions -n "__fish_sessions_using_subcommand append" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand append" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand append" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand append" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand append" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l keep-tail -d 'Keep the last messages in view, at most six'
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand reset" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand reset" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand reset" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand reset" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l to -d 'The message that becomes the last one' -r
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand rewind" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l session-id -d 'The id of the new generation [default: a new one]' -r
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand rollover" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l yes -d 'Do not ask'
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand delete" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand delete" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand delete" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand delete" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l all -d 'Build the whole index anew'
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand reindex" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand explain" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand explain" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand explain" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand explain" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand explain" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand explain" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand explain" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand explain" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l repair -d 'Repair what is damaged'
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand checkpoint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l agent -d 'The agent [default: the default agent]' -r
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand backup" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand backup" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand backup" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand backup" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l jsonl -d 'Read and write JSON, one object a line'
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand redact" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand redact" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand redact" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand redact" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand completions" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand completions" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand completions" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand completions" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand completions" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand completions" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand completions" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand completions" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand man" -l data-dir -d 'The folder of the databases [default: `sessions` in the platform\'s data folder]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand man" -l config -d 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform\'s configuration folder; it need not exist]' -r -F
complete -c sessions -n "__fish_sessions_using_subcommand man" -l color -d 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Also in files and pipes'
never\t'Not at all'"
complete -c sessions -n "__fish_sessions_using_subcommand man" -l as -d 'Ask as this session, under the configured visibility' -r
complete -c sessions -n "__fish_sessions_using_subcommand man" -l json -d 'Answer as JSON, also with errors'
complete -c sessions -n "__fish_sessions_using_subcommand man" -s q -l quiet -d 'No progress and no notes, errors alone'
complete -c sessions -n "__fish_sessions_using_subcommand man" -s v -l verbose -d 'Say more; twice says even more'
complete -c sessions -n "__fish_sessions_using_subcommand man" -l sandboxed -d 'Ask as a sandboxed session; with `--as`'
complete -c sessions -n "__fish_sessions_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "import" -d 'Imports transcripts of other programs'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "search" -d 'Finds exact words in transcripts'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "history" -d 'Shows a session: its newest rows, or those around a message'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "list" -d 'Lists sessions, newest first'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "append" -d 'Appends a message to a session'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "reset" -d 'Begins a new view of a session with a reset marker'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "rewind" -d 'Takes a session back to an earlier message'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "rollover" -d 'Begins a new generation under a session key'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "delete" -d 'Deletes a session with all its generations'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "reindex" -d 'Brings the index up to date'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "explain" -d 'Explains whether one session may read another'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "doctor" -d 'Checks the databases, and repairs them when asked'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "checkpoint" -d 'Finishes background work and leaves no trace of deleted text'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "backup" -d 'Writes a consistent copy of an agent\'s database to a new file'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "redact" -d 'Masks secrets in standard input'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "completions" -d 'Writes the completions of a shell to standard output'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "man" -d 'Writes the man pages into a folder'
complete -c sessions -n "__fish_sessions_using_subcommand help; and not __fish_seen_subcommand_from import search history list append reset rewind rollover delete reindex explain doctor checkpoint backup redact completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
