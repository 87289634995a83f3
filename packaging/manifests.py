"""The files by which package managers find an archive: krew, Homebrew, Scoop, Nix, mason and cargo-binstall."""
import json

from packages import Archive


def url(table: dict, name: str) -> str:
    return f"https://github.com/{table['repository']}/releases/download/v{table['version']}/crdls-{name}.tar.gz"


def yaml(value: object, indent: str = "") -> str:
    """Maps and lists as lines; text in the quotes of JSON, which are those of YAML."""
    if isinstance(value, dict):
        lines = [f"{indent}{key}:{_nested(item, indent)}" for key, item in value.items()]
    elif isinstance(value, list):
        lines = [f"{indent}- {yaml(item, indent + '  ').lstrip()}" for item in value]
    else:
        return json.dumps(value)
    return "\n".join(lines)


def _nested(value: object, indent: str) -> str:
    is_nested = isinstance(value, (dict, list)) and value
    return f"\n{yaml(value, indent + '  ')}" if is_nested else f" {yaml(value)}"


def krew(table: dict, archives: list[Archive]) -> str:
    platforms = []
    for archive in archives:
        platform, program = archive.platform, archive.program_name
        folder = f"crdls-{platform['name']}"
        platforms.append({
            "selector": {"matchLabels": platform["krew"]}, "uri": url(table, platform["name"]), "sha256": archive.sha256,
            "files": [{"from": f"{folder}/{file}", "to": "."} for file in (program, "LICENSE", "THIRD-PARTY-LICENSES.txt")], "bin": program,
        })  # fmt: skip
    spec = {"version": f"v{table['version']}", "homepage": table["homepage"], "shortDescription": "Check CRDs and custom resources", "description": table["description"], "platforms": platforms}
    plugin = {"apiVersion": "krew.googlecontainertools.github.com/v1alpha2", "kind": "Plugin", "metadata": {"name": table["name"]}, "spec": spec}
    return yaml(plugin) + "\n"


def mason(table: dict, archives: list[Archive]) -> str:
    assets = []
    for archive in archives:
        name = f"crdls-{archive.platform['name']}"
        assets.append({"target": archive.platform["mason"], "file": f"{name}.tar.gz", "bin": f"{name}/{archive.program_name}"})
    package = {
        "name": table["name"], "description": table["summary"], "homepage": table["homepage"], "licenses": [table["license"]],
        "languages": ["YAML", "JSON"], "categories": ["LSP", "Linter"], "source": {"id": f"pkg:github/{table['repository']}@v{table['version']}", "asset": assets},
        "bin": {"crdls": "{{source.asset.bin}}"}, "neovim": {"lspconfig": "crdls"},
    }  # fmt: skip
    return "---\n" + yaml(package) + "\n"


def scoop(table: dict, archives: list[Archive]) -> str:
    architecture = {}
    for archive in archives:
        if "scoop" in archive.platform:
            name = archive.platform["name"]
            architecture[archive.platform["scoop"]] = {"url": url(table, name), "hash": archive.sha256, "extract_dir": f"crdls-{name}"}
    manifest = {"version": table["version"], "description": table["summary"], "homepage": table["homepage"], "license": table["license"], "architecture": architecture, "bin": "crdls.exe"}
    return json.dumps(manifest, indent=4) + "\n"


def brew(table: dict, archives: list[Archive]) -> str:
    text = f'class Crdls < Formula\n  desc "{table["summary"]}"\n  homepage "{table["homepage"]}"\n  version "{table["version"]}"\n  license "{table["license"]}"\n'
    for system in ("macos", "linux"):
        here = [archive for archive in archives if archive.platform.get("brew", [""])[0] == system]
        if here:
            text += f"\n  on_{system} do\n"
            for archive in here:
                platform = archive.platform
                text += f'    on_{platform["brew"][1]} do\n      url "{url(table, platform["name"])}"\n      sha256 "{archive.sha256}"\n    end\n'
            text += "  end\n"
    return text + """
  def install
    bin.install "crdls"
    man1.install Dir["man/*.1"]
    bash_completion.install "complete/crdls.bash" => "crdls"
    zsh_completion.install "complete/_crdls"
    fish_completion.install "complete/crdls.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/crdls --version")
  end
end
"""


def nix(table: dict, archives: list[Archive]) -> str:
    sources = "".join(
        f'    {archive.platform["nix"]} = {{ url = "{url(table, archive.platform["name"])}"; sha256 = "{archive.sha256}"; }};\n' for archive in archives if "nix" in archive.platform
    )
    return f"""{{ lib, stdenv, fetchurl, autoPatchelfHook, installShellFiles }}:

let
  sources = {{
{sources}  }};
in
stdenv.mkDerivation {{
  pname = "{table['name']}";
  version = "{table['version']}";
  src = fetchurl (sources.${{stdenv.hostPlatform.system}} or (throw "crdls has no release for ${{stdenv.hostPlatform.system}}"));

  nativeBuildInputs = [ installShellFiles ] ++ lib.optional stdenv.hostPlatform.isLinux autoPatchelfHook;
  buildInputs = lib.optional stdenv.hostPlatform.isLinux stdenv.cc.cc.lib;

  installPhase = ''
    install -Dm755 crdls $out/bin/crdls
    installManPage man/*.1
    installShellCompletion --cmd crdls --bash complete/crdls.bash --zsh complete/_crdls --fish complete/crdls.fish
  '';

  meta = {{
    description = "{table['summary']}";
    license = lib.licenses.asl20;
    mainProgram = "crdls";
    platforms = builtins.attrNames sources;
  }};
}}
"""


def binstall(table: dict) -> str:
    """The tables for server/crdls/Cargo.toml: where cargo-binstall finds the archive of a target."""
    text = ""
    for platform in table["platform"]:
        name = f"crdls-{platform['name']}"
        program = "{ bin }{ binary-ext }"
        text += f'[package.metadata.binstall.overrides.{platform["target"]}]\npkg-url = "{{ repo }}/releases/download/v{{ version }}/{name}.tar.gz"\nbin-dir = "{name}/{program}"\npkg-fmt = "tgz"\n\n'
    return text
