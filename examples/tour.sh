#!/bin/sh
# The main job on the transcripts beside this script: import them into a
# folder of their own, find words, and reopen the place where they were said.
set -eu
cd "$(dirname "$0")/.."

SESSIONS_DATA_DIR=$(mktemp -d)
TZ=UTC
export SESSIONS_DATA_DIR TZ
trap 'rm -rf "$SESSIONS_DATA_DIR"' EXIT

sessions() {
    printf '\n$ sessions %s\n' "$*"
    cargo run --quiet --bin sessions -- "$@"
}

sessions import --quiet examples/transcripts
sessions search tomatoes saturday
# The second hit's three keys: its place lies before a reset of the session.
sessions history agent:main:main --limit 4 \
    --session-id b7d1f0a2-4c3e-4f58-9a61-2e0c5d8f1a01 --message-id 4e1a90c7
