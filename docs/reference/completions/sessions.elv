
use builtin;
use str;

set edit:completion:arg-completer[sessions] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'sessions'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'sessions'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand import 'Imports transcripts of other programs'
            cand search 'Finds exact words in transcripts'
            cand history 'Shows a session: its newest rows, or those around a message'
            cand list 'Lists sessions, newest first'
            cand append 'Appends a message to a session'
            cand reset 'Begins a new view of a session with a reset marker'
            cand rewind 'Takes a session back to an earlier message'
            cand rollover 'Begins a new generation under a session key'
            cand delete 'Deletes a session with all its generations'
            cand reindex 'Brings the index up to date'
            cand explain 'Explains whether one session may read another'
            cand doctor 'Checks the databases, and repairs them when asked'
            cand checkpoint 'Finishes background work and leaves no trace of deleted text'
            cand backup 'Writes a consistent copy of an agent''s database to a new file'
            cand redact 'Masks secrets in standard input'
            cand completions 'Writes the completions of a shell to standard output'
            cand man 'Writes the man pages into a folder'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sessions;import'= {
            cand --format 'The format of the files; `auto` recognises it from their content'
            cand --agent 'The agent that owns what is imported [default: what the files say]'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --dry-run 'List what would be read, and import nothing'
            cand --deleted 'Read transcripts too that were deleted in their own program (OpenClaw''s `.deleted.` archives); their sessions are archived'
            cand --no-index 'Leave indexing to later searches, which do it bit by bit'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;search'= {
            cand --limit 'The most hits, 1 to 25 [default: 10]'
            cand --session-key 'Only this session'
            cand --agent 'Only sessions of this agent; repeat it for more'
            cand --role 'Only what this one said'
            cand --kind 'Only sessions of this kind; repeat it for more'
            cand --since 'Only messages from this time on: how long ago (`30m`, `12h`, `7d`, `2w`), RFC 3339, or a date or time in the local time zone (`2026-05-28`, `2026-05-28 20:26`)'
            cand --until 'Only messages before this time; a date means the beginning of its day in the local time zone'
            cand --order 'Best first, or newest first'
            cand --cursor 'The hits behind those of an answer: its `nextCursor`, with the same search'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --prefix 'Take the last word for the beginning of one: `fri` finds `friday`'
            cand --relaxed 'Where nothing matches exactly, show what comes near: the words spread over a session, most of the words, close spellings'
            cand --per-session 'Only the best hit of each session, and how many more there are in it'
            cand --exclude-current 'Leave out the current view of the session that asks (`--as`)'
            cand --wait 'Bring the index up to date first'
            cand --require-complete 'Exit with 5 when the answer may be incomplete because sessions still await indexing'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;history'= {
            cand --message-id 'The message to show, with what was said around it'
            cand --session-id 'The generation that the message is in [default: the current one]'
            cand --limit 'The most rows, 1 to 1000 [default: 200]'
            cand --offset 'Leave out this many of the newest rows; not with a message'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --include-tools 'Show the rows of tools too'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;list'= {
            cand --limit 'The most sessions, 1 to 1000 [default: 50]'
            cand --agent 'Only sessions of this agent; repeat it for more'
            cand --kind 'Only sessions of this kind; repeat it for more'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --archived 'Archived sessions too'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;append'= {
            cand --role 'Who says it'
            cand --session-id 'The generation that is meant; an error if it is not the current one'
            cand --message-id 'The id of the message [default: a new one]'
            cand --parent 'The message that it follows [default: the last one]'
            cand --timestamp 'When it was said: RFC 3339, or milliseconds since 1970 [default: now]'
            cand --spawned-by 'The session that started this one'
            cand --parent-session 'The session that this one hangs on'
            cand --owner-session 'The session that owns this one'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --jsonl 'Read messages from standard input, one JSON object a line'
            cand --incognito 'Make the session incognito: stored, and never searched, listed or opened'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;reset'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --keep-tail 'Keep the last messages in view, at most six'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;rewind'= {
            cand --to 'The message that becomes the last one'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;rollover'= {
            cand --session-id 'The id of the new generation [default: a new one]'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;delete'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --yes 'Do not ask'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;reindex'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --all 'Build the whole index anew'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;explain'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;doctor'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --repair 'Repair what is damaged'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;checkpoint'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;backup'= {
            cand --agent 'The agent [default: the default agent]'
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;redact'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --jsonl 'Read and write JSON, one object a line'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;completions'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;man'= {
            cand --data-dir 'The folder of the databases [default: `sessions` in the platform''s data folder]'
            cand --config 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]'
            cand --color 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`'
            cand --as 'Ask as this session, under the configured visibility'
            cand --json 'Answer as JSON, also with errors'
            cand -q 'No progress and no notes, errors alone'
            cand --quiet 'No progress and no notes, errors alone'
            cand -v 'Say more; twice says even more'
            cand --verbose 'Say more; twice says even more'
            cand --sandboxed 'Ask as a sandboxed session; with `--as`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'sessions;help'= {
            cand import 'Imports transcripts of other programs'
            cand search 'Finds exact words in transcripts'
            cand history 'Shows a session: its newest rows, or those around a message'
            cand list 'Lists sessions, newest first'
            cand append 'Appends a message to a session'
            cand reset 'Begins a new view of a session with a reset marker'
            cand rewind 'Takes a session back to an earlier message'
            cand rollover 'Begins a new generation under a session key'
            cand delete 'Deletes a session with all its generations'
            cand reindex 'Brings the index up to date'
            cand explain 'Explains whether one session may read another'
            cand doctor 'Checks the databases, and repairs them when asked'
            cand checkpoint 'Finishes background work and leaves no trace of deleted text'
            cand backup 'Writes a consistent copy of an agent''s database to a new file'
            cand redact 'Masks secrets in standard input'
            cand completions 'Writes the completions of a shell to standard output'
            cand man 'Writes the man pages into a folder'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'sessions;help;import'= {
        }
        &'sessions;help;search'= {
        }
        &'sessions;help;history'= {
        }
        &'sessions;help;list'= {
        }
        &'sessions;help;append'= {
        }
        &'sessions;help;reset'= {
        }
        &'sessions;help;rewind'= {
        }
        &'sessions;help;rollover'= {
        }
        &'sessions;help;delete'= {
        }
        &'sessions;help;reindex'= {
        }
        &'sessions;help;explain'= {
        }
        &'sessions;help;doctor'= {
        }
        &'sessions;help;checkpoint'= {
        }
        &'sessions;help;backup'= {
        }
        &'sessions;help;redact'= {
        }
        &'sessions;help;completions'= {
        }
        &'sessions;help;man'= {
        }
        &'sessions;help;help'= {
        }
    ]
    $completions[$command]
}
