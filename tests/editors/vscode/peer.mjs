// yaml-language-server, which the editor runs beside ours: where npm installed it. Knows no editor.
import fs from 'node:fs';
import path from 'node:path';

const NAME = 'yaml-language-server';
export const how = `\`npm install --prefix target/peers ${NAME}\`, or name its folder in CRDLS_PEER`;

/** What node runs, from the folder that CRDLS_PEER names, or target/peers. */
export function peer(repository) {
  const folder = path.resolve(process.env.CRDLS_PEER || path.join(repository, 'target/peers'));
  const program = path.join(folder, 'node_modules', NAME, 'bin', NAME);
  return fs.existsSync(program) ? program : undefined;
}
