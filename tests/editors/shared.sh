#!/bin/sh
# Neovim, Helix or VS Code, for real, with what this repository ships for it.
#
#     tests/editors/shared.sh nvim|helix|vscode|views [arguments for the driver, such as --screens DIR or --shots DIR]
#     tests/editors/shared.sh start [--shots DIR]
#
# `start` plays the start pages of the documentation in all three, from the first step to a finding on the screen.
# `views` is VS Code again: what the extension adds to the editor (vscode/run.mjs; --shots DIR keeps pictures).
# CRDLS_PEER=FOLDER, where npm installed yaml-language-server, has `helix` and `views` play both servers at once; so has
# gopls, on PATH or named in CRDLS_GOPLS, for types in Go.
# Other drivers are not ours: they are taken from $CRDLS_SHARED/editors (default: ../shared/editors beside the
# repository) and copied to tests/editors/.work, where their set-up puts the editors (minutes, the first time).
# Helix needs tmux; VS Code needs chromium and what code-server is built with (see the NOTES.md beside the drivers).
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/tests/editors/.work
drivers=$work/shared
editor=${1:?nvim, helix, vscode, views or start}
shift

builds=${CARGO_TARGET_DIR:-target}
server=${CRDLS:-$(ls -t "$builds"/release/crdls "$builds"/corpus/crdls "$builds"/ci/crdls "$builds"/debug/crdls 2>/dev/null | head -1)}
[ -x "$server" ] || { echo "no server: cargo build -p crdls, or CRDLS=PROGRAM" >&2; exit 1; }
server=$(realpath "$server")
mkdir -p "$work/bin"
ln -sf "$server" "$work/bin/crdls"

from=${CRDLS_SHARED:-$root/../shared}/editors
[ -d "$from" ] || { echo "no drivers at $from: set CRDLS_SHARED" >&2; exit 1; }
mkdir -p "$drivers"
cp -r --update "$from/." "$drivers/"
chmod -R u+w "$drivers" 2>/dev/null || true

# The extension as users get it: with the server in it.
package() {
  (
    cd editors/vscode
    [ -d node_modules ] || npm ci
    mkdir -p server
    trap 'rm -rf server' EXIT
    strip -o server/crdls "$server" 2>/dev/null || cp "$server" server/crdls
    npm run package -- --out "$work/crdls.vsix"
  ) >&2
}

case $editor in
start)
  [ -x "$drivers/nvim/venv/bin/nvim" ] || sh "$drivers/nvim/setup.sh" >&2
  [ -d "$drivers/helix/root" ] || sh "$drivers/helix/install-hx.sh" >&2
  [ -e "$drivers/vscode/e2e-lsp.vsix" ] || sh "$drivers/vscode/setup.sh" >&2
  export CRDLS=$work/bin/crdls
  status=0
  python3 tests/editors/start.py neovim --program "$drivers/nvim/venv/bin/nvim" "$@" || status=1
  python3 tests/editors/start.py helix --program "$drivers/helix/bin/hx" "$@" || status=1
  package
  "$drivers/vscode/nodeenv/bin/node" tests/editors/vscode/run.mjs --only start \
    --drivers "$drivers/vscode" --vsix "$work/crdls.vsix" --server "$work/bin/crdls" "$@" || status=1
  exit $status
  ;;
nvim)
  [ -x "$drivers/nvim/venv/bin/nvim" ] || sh "$drivers/nvim/setup.sh" >&2
  set -- nvim python3 "$drivers/nvim/nvim_e2e.py" --style lspconfig --lsp-dir editors/neovim --name crdls "$@"
  PATH=$work/bin:$PATH
  ;;
helix)
  [ -d "$drivers/helix/root" ] || sh "$drivers/helix/install-hx.sh" >&2
  set -- helix python3 "$drivers/helix/helix_e2e.py" --languages-toml editors/helix/languages.toml "$@"
  PATH=$work/bin:$PATH
  python3 tests/editors/helix/run.py --hx "$drivers/helix/bin/hx"
  ;;
vscode|views)
  [ -e "$drivers/vscode/e2e-lsp.vsix" ] || sh "$drivers/vscode/setup.sh" >&2
  package
  [ "$editor" = vscode ] || exec "$drivers/vscode/nodeenv/bin/node" tests/editors/vscode/run.mjs \
    --drivers "$drivers/vscode" --vsix "$work/crdls.vsix" --server "$work/bin/crdls" "$@"
  set -- vscode python3 "$drivers/vscode/vscode_e2e.py" --vsix "$work/crdls.vsix" "$@"
  ;;
*) echo "nvim, helix, vscode, views or start, not $editor" >&2; exit 2 ;;
esac
exec python3 tests/editors/judge.py "$@"
