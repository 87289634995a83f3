#!/bin/sh
# Helix or VS Code, for real, with what this repository ships for it.
#
#     tests/editors/shared.sh helix|vscode|views [arguments for the driver, such as --screens DIR or --shots DIR]
#
# `views` is VS Code again: what the extension adds to the editor (vscode/run.mjs; --shots DIR keeps pictures).
# Other drivers are not ours: they are taken from $CRDLS_SHARED/editors (default: ../shared/editors beside the
# repository) and copied to tests/editors/.work, where their set-up puts the editors (minutes, the first time).
# Helix needs tmux; VS Code needs chromium and what code-server is built with (see the NOTES.md beside the drivers).
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/tests/editors/.work
drivers=$work/shared
editor=${1:?helix, vscode or views}
shift

server=${CRDLS:-$(ls -t "${CARGO_TARGET_DIR:-target}"/release/crdls "${CARGO_TARGET_DIR:-target}"/debug/crdls 2>/dev/null | head -1)}
[ -x "$server" ] || { echo "no server: cargo build --release -p crdls, or CRDLS=PROGRAM" >&2; exit 1; }
mkdir -p "$work/bin"
ln -sf "$(realpath "$server")" "$work/bin/crdls"

from=${CRDLS_SHARED:-$root/../shared}/editors
[ -d "$from" ] || { echo "no drivers at $from: set CRDLS_SHARED" >&2; exit 1; }
mkdir -p "$drivers"
cp -r --update "$from/." "$drivers/"
chmod -R u+w "$drivers"

case $editor in
helix)
  [ -d "$drivers/helix/root" ] || sh "$drivers/helix/install-hx.sh" >&2
  set -- python3 "$drivers/helix/helix_e2e.py" --languages-toml editors/helix/languages.toml "$@"
  PATH=$work/bin:$PATH
  python3 tests/editors/helix/run.py --hx "$drivers/helix/bin/hx"
  ;;
vscode|views)
  [ -e "$drivers/vscode/e2e-lsp.vsix" ] || sh "$drivers/vscode/setup.sh" >&2
  (cd editors/vscode && { [ -d node_modules ] || npm ci; } && npm run package -- --out "$work/crdls.vsix") >&2
  [ "$editor" = vscode ] || exec "$drivers/vscode/nodeenv/bin/node" tests/editors/vscode/run.mjs \
    --drivers "$drivers/vscode" --vsix "$work/crdls.vsix" --server "$work/bin/crdls" "$@"
  set -- python3 "$drivers/vscode/vscode_e2e.py" --vsix "$work/crdls.vsix" --settings "{\"crdls.path\": \"$work/bin/crdls\"}" "$@"
  ;;
*) echo "helix, vscode or views, not $editor" >&2; exit 2 ;;
esac
exec python3 tests/editors/judge.py "$@"
