//! Starts `crdls lsp` in Zed: the program that the settings name, or the one on `PATH`. Downloads nothing.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, serde_json::Value, Command, LanguageServerId, Result, Worktree};

struct Crdls;

impl zed::Extension for Crdls {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, server: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree).ok().and_then(|settings| settings.binary);
        let (path, arguments) = binary.map(|binary| (binary.path, binary.arguments)).unwrap_or_default();
        let command = path
            .or_else(|| worktree.which("crdls"))
            .ok_or("crdls is not on PATH. Install it, or set `lsp.crdls.binary.path`")?;
        let args = arguments.unwrap_or_else(|| vec!["lsp".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(LspSettings::for_worktree(server.as_ref(), worktree).ok().and_then(|settings| settings.settings))
    }
}

zed::register_extension!(Crdls);
