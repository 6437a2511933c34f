
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'sessions' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'sessions'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'sessions' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Imports transcripts of other programs')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Finds exact words in transcripts')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'Shows a session: its newest rows, or those around a message')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'Lists sessions, newest first')
            [CompletionResult]::new('append', 'append', [CompletionResultType]::ParameterValue, 'Appends a message to a session')
            [CompletionResult]::new('reset', 'reset', [CompletionResultType]::ParameterValue, 'Begins a new view of a session with a reset marker')
            [CompletionResult]::new('rewind', 'rewind', [CompletionResultType]::ParameterValue, 'Takes a session back to an earlier message')
            [CompletionResult]::new('rollover', 'rollover', [CompletionResultType]::ParameterValue, 'Begins a new generation under a session key')
            [CompletionResult]::new('delete', 'delete', [CompletionResultType]::ParameterValue, 'Deletes a session with all its generations')
            [CompletionResult]::new('reindex', 'reindex', [CompletionResultType]::ParameterValue, 'Brings the index up to date')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explains whether one session may read another')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Checks the databases, and repairs them when asked')
            [CompletionResult]::new('checkpoint', 'checkpoint', [CompletionResultType]::ParameterValue, 'Finishes background work and leaves no trace of deleted text')
            [CompletionResult]::new('backup', 'backup', [CompletionResultType]::ParameterValue, 'Writes a consistent copy of an agent''s database to a new file')
            [CompletionResult]::new('redact', 'redact', [CompletionResultType]::ParameterValue, 'Masks secrets in standard input')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Writes the completions of a shell to standard output')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Writes the man pages into a folder')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sessions;import' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the files; `auto` recognises it from their content')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'The agent that owns what is imported [default: what the files say]')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'List what would be read, and import nothing')
            [CompletionResult]::new('--deleted', '--deleted', [CompletionResultType]::ParameterName, 'Read transcripts too that were deleted in their own program (OpenClaw''s `.deleted.` archives); their sessions are archived')
            [CompletionResult]::new('--no-index', '--no-index', [CompletionResultType]::ParameterName, 'Leave indexing to later searches, which do it bit by bit')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;search' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most hits, 1 to 25 [default: 10]')
            [CompletionResult]::new('--session-key', '--session-key', [CompletionResultType]::ParameterName, 'Only this session')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only sessions of this agent; repeat it for more')
            [CompletionResult]::new('--role', '--role', [CompletionResultType]::ParameterName, 'Only what this one said')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only sessions of this kind; repeat it for more')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only messages from this time on: how long ago (`30m`, `12h`, `7d`, `2w`), RFC 3339, or a date or time in the local time zone (`2026-05-28`, `2026-05-28 20:26`)')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Only messages before this time; a date means the beginning of its day in the local time zone')
            [CompletionResult]::new('--order', '--order', [CompletionResultType]::ParameterName, 'Best first, or newest first')
            [CompletionResult]::new('--cursor', '--cursor', [CompletionResultType]::ParameterName, 'The hits behind those of an answer: its `nextCursor`, with the same search')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--prefix', '--prefix', [CompletionResultType]::ParameterName, 'Take the last word for the beginning of one: `fri` finds `friday`')
            [CompletionResult]::new('--relaxed', '--relaxed', [CompletionResultType]::ParameterName, 'Where nothing matches exactly, show what comes near: the words spread over a session, most of the words, close spellings')
            [CompletionResult]::new('--per-session', '--per-session', [CompletionResultType]::ParameterName, 'Only the best hit of each session, and how many more there are in it')
            [CompletionResult]::new('--exclude-current', '--exclude-current', [CompletionResultType]::ParameterName, 'Leave out the current view of the session that asks (`--as`)')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Bring the index up to date first')
            [CompletionResult]::new('--require-complete', '--require-complete', [CompletionResultType]::ParameterName, 'Exit with 5 when the answer may be incomplete because sessions still await indexing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;history' {
            [CompletionResult]::new('--message-id', '--message-id', [CompletionResultType]::ParameterName, 'The message to show, with what was said around it')
            [CompletionResult]::new('--session-id', '--session-id', [CompletionResultType]::ParameterName, 'The generation that the message is in [default: the current one]')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most rows, 1 to 1000 [default: 200]')
            [CompletionResult]::new('--offset', '--offset', [CompletionResultType]::ParameterName, 'Leave out this many of the newest rows; not with a message')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--include-tools', '--include-tools', [CompletionResultType]::ParameterName, 'Show the rows of tools too')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;list' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'The most sessions, 1 to 1000 [default: 50]')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Only sessions of this agent; repeat it for more')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only sessions of this kind; repeat it for more')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--archived', '--archived', [CompletionResultType]::ParameterName, 'Archived sessions too')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;append' {
            [CompletionResult]::new('--role', '--role', [CompletionResultType]::ParameterName, 'Who says it')
            [CompletionResult]::new('--session-id', '--session-id', [CompletionResultType]::ParameterName, 'The generation that is meant; an error if it is not the current one')
            [CompletionResult]::new('--message-id', '--message-id', [CompletionResultType]::ParameterName, 'The id of the message [default: a new one]')
            [CompletionResult]::new('--parent', '--parent', [CompletionResultType]::ParameterName, 'The message that it follows [default: the last one]')
            [CompletionResult]::new('--timestamp', '--timestamp', [CompletionResultType]::ParameterName, 'When it was said: RFC 3339, or milliseconds since 1970 [default: now]')
            [CompletionResult]::new('--spawned-by', '--spawned-by', [CompletionResultType]::ParameterName, 'The session that started this one')
            [CompletionResult]::new('--parent-session', '--parent-session', [CompletionResultType]::ParameterName, 'The session that this one hangs on')
            [CompletionResult]::new('--owner-session', '--owner-session', [CompletionResultType]::ParameterName, 'The session that owns this one')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'Read messages from standard input, one JSON object a line')
            [CompletionResult]::new('--incognito', '--incognito', [CompletionResultType]::ParameterName, 'Make the session incognito: stored, and never searched, listed or opened')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;reset' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--keep-tail', '--keep-tail', [CompletionResultType]::ParameterName, 'Keep the last messages in view, at most six')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;rewind' {
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'The message that becomes the last one')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;rollover' {
            [CompletionResult]::new('--session-id', '--session-id', [CompletionResultType]::ParameterName, 'The id of the new generation [default: a new one]')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;delete' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;reindex' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Build the whole index anew')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;explain' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;doctor' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Repair what is damaged')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;checkpoint' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;backup' {
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'The agent [default: the default agent]')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;redact' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'Read and write JSON, one object a line')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;completions' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;man' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'The folder of the databases [default: `sessions` in the platform''s data folder]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the platform''s configuration folder; it need not exist]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as this session, under the configured visibility')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer as JSON, also with errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No progress and no notes, errors alone')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more; twice says even more')
            [CompletionResult]::new('--sandboxed', '--sandboxed', [CompletionResultType]::ParameterName, 'Ask as a sandboxed session; with `--as`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'sessions;help' {
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Imports transcripts of other programs')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Finds exact words in transcripts')
            [CompletionResult]::new('history', 'history', [CompletionResultType]::ParameterValue, 'Shows a session: its newest rows, or those around a message')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'Lists sessions, newest first')
            [CompletionResult]::new('append', 'append', [CompletionResultType]::ParameterValue, 'Appends a message to a session')
            [CompletionResult]::new('reset', 'reset', [CompletionResultType]::ParameterValue, 'Begins a new view of a session with a reset marker')
            [CompletionResult]::new('rewind', 'rewind', [CompletionResultType]::ParameterValue, 'Takes a session back to an earlier message')
            [CompletionResult]::new('rollover', 'rollover', [CompletionResultType]::ParameterValue, 'Begins a new generation under a session key')
            [CompletionResult]::new('delete', 'delete', [CompletionResultType]::ParameterValue, 'Deletes a session with all its generations')
            [CompletionResult]::new('reindex', 'reindex', [CompletionResultType]::ParameterValue, 'Brings the index up to date')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explains whether one session may read another')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Checks the databases, and repairs them when asked')
            [CompletionResult]::new('checkpoint', 'checkpoint', [CompletionResultType]::ParameterValue, 'Finishes background work and leaves no trace of deleted text')
            [CompletionResult]::new('backup', 'backup', [CompletionResultType]::ParameterValue, 'Writes a consistent copy of an agent''s database to a new file')
            [CompletionResult]::new('redact', 'redact', [CompletionResultType]::ParameterValue, 'Masks secrets in standard input')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Writes the completions of a shell to standard output')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Writes the man pages into a folder')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'sessions;help;import' {
            break
        }
        'sessions;help;search' {
            break
        }
        'sessions;help;history' {
            break
        }
        'sessions;help;list' {
            break
        }
        'sessions;help;append' {
            break
        }
        'sessions;help;reset' {
            break
        }
        'sessions;help;rewind' {
            break
        }
        'sessions;help;rollover' {
            break
        }
        'sessions;help;delete' {
            break
        }
        'sessions;help;reindex' {
            break
        }
        'sessions;help;explain' {
            break
        }
        'sessions;help;doctor' {
            break
        }
        'sessions;help;checkpoint' {
            break
        }
        'sessions;help;backup' {
            break
        }
        'sessions;help;redact' {
            break
        }
        'sessions;help;completions' {
            break
        }
        'sessions;help;man' {
            break
        }
        'sessions;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
