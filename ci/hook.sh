#!/bin/sh
# The hooks of pre-commit that bring their own crdls: `hook.sh release ARGUMENT…` downloads the release of this checkout's
# version once, `hook.sh source ARGUMENT…` builds it once. CRDLS_RELEASES names another place of the releases.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
fail() {
    echo "crdls: $1" >&2
    exit 2
}

from=$1
shift

if [ "$from" = source ]; then
    # Cargo keeps two builds at a time apart.
    command -v cargo >/dev/null || fail "cargo is not on PATH; the hook crdls-release needs none"
    program="$root/target/release/crdls"
    [ -x "$program" ] || cargo build --quiet --release --locked --package crdls --manifest-path "$root/Cargo.toml" --target-dir "$root/target" >&2 || fail "crdls cannot be built"
    exec "$program" "$@"
fi

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml" | head -n 1)
case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
MINGW* | MSYS* | CYGWIN*) system=win32 ;;
*) fail "there is no release for $(uname -s); use the hook crdls-source" ;;
esac
case $(uname -m) in
x86_64 | amd64) machine=x64 ;;
aarch64 | arm64) machine=arm64 ;;
*) fail "there is no release for $(uname -m); use the hook crdls-source" ;;
esac
name="crdls-$system-$machine"
folder="$root/target/hook/$version"
program="$folder/$name/crdls"

if [ ! -x "$program" ]; then
    releases=${CRDLS_RELEASES:-$(git -C "$root" remote get-url origin | sed 's/\.git$//')/releases/download}
    case $releases in
    http://* | https://*) ;;
    *) fail "$releases is not an address to download from; set CRDLS_RELEASES" ;;
    esac
    mkdir -p "$root/target/hook"
    part=$(mktemp -d "$root/target/hook/part.XXXXXX")
    trap 'rm -rf "$part"' EXIT
    for file in "$name.tar.gz" checksums.txt; do
        url="$releases/v$version/$file"
        if command -v curl >/dev/null; then
            curl --fail --silent --show-error --location --output "$part/$file" "$url" || fail "$url cannot be downloaded"
        else
            wget --quiet --output-document "$part/$file" "$url" || fail "$url cannot be downloaded"
        fi
    done
    if command -v sha256sum >/dev/null; then sum=sha256sum; else sum="shasum -a 256"; fi
    expected=$(sed -n "s/^\([0-9a-f]*\) [ *]$name\.tar\.gz\$/\1/p" "$part/checksums.txt")
    actual=$($sum "$part/$name.tar.gz" | cut -d ' ' -f 1)
    [ "$actual" = "$expected" ] || fail "$name.tar.gz of v$version has the checksum $actual, expected ${expected:-one in checksums.txt}"
    tar -xzf "$part/$name.tar.gz" -C "$part"
    rm "$part/$name.tar.gz"
    # Of two runs at a time, the first one wins.
    mv "$part" "$folder" 2>/dev/null || true
fi
exec "$program" "$@"
