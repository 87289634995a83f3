import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBinary, type Place } from '../src/binary';

/** A machine with just these programs on it. */
function machine(programs: string[], over: Partial<Place> = {}): Place {
  return {
    setting: '', extension: '/ext', workspace: '/work', home: '/home/ann', platform: 'linux',
    searchPath: '/usr/bin::/opt/bin', runnable: (file) => programs.includes(file), ...over,
  };
}

test('the bundled program comes before PATH', () => {
  assert.deepEqual(findBinary(machine(['/usr/bin/crdls', '/ext/server/crdls'])), { command: '/ext/server/crdls' });
});

test('PATH is searched in its order, empty entries are not the working folder', () => {
  assert.deepEqual(findBinary(machine(['crdls', '/opt/bin/crdls'])), { command: '/opt/bin/crdls' });
});

test('nothing anywhere', () => {
  assert.deepEqual(findBinary(machine([])), { missing: 'everywhere', tried: 'crdls' });
});

test('the setting comes first: a path, one in the home, one in the workspace, a name', () => {
  for (const [setting, command] of [
    ['/x/crdls', '/x/crdls'],
    ['~/bin/crdls', '/home/ann/bin/crdls'],
    ['${workspaceFolder}/target/crdls', '/work/target/crdls'],
    ['crdls-next', '/opt/bin/crdls-next'],
  ] as const) {
    assert.deepEqual(findBinary(machine(['/ext/server/crdls', command], { setting })), { command });
  }
});

test('a setting that names nothing is not replaced by another program', () => {
  const bundled = ['/ext/server/crdls', '/usr/bin/crdls'];
  assert.deepEqual(findBinary(machine(bundled, { setting: '~/no/crdls' })), { missing: 'setting', tried: '/home/ann/no/crdls' });
  assert.deepEqual(findBinary(machine(bundled, { setting: 'crdls-next' })), { missing: 'setting', tried: 'crdls-next' });
});

test('a workspace variable without a workspace stays as it is and is not found', () => {
  const setting = '${workspaceFolder}/crdls';
  assert.deepEqual(findBinary(machine([], { setting, workspace: undefined })), { missing: 'setting', tried: setting });
});

test('a dollar sign in a folder is no pattern', () => {
  const place = machine(['/home/$&/crdls'], { setting: '~/crdls', home: '/home/$&' });
  assert.deepEqual(findBinary(place), { command: '/home/$&/crdls' });
});

test('Windows: .exe, backslashes and semicolons', () => {
  const windows = { platform: 'win32', extension: 'C:\\ext', searchPath: 'C:\\a;D:\\b c' } as const;
  assert.deepEqual(findBinary(machine(['C:\\ext\\server\\crdls.exe'], windows)), { command: 'C:\\ext\\server\\crdls.exe' });
  assert.deepEqual(findBinary(machine(['D:\\b c\\crdls.exe'], windows)), { command: 'D:\\b c\\crdls.exe' });
  const named = { ...windows, setting: 'crdls-next.exe' };
  assert.deepEqual(findBinary(machine(['C:\\a\\crdls-next.exe'], named)), { command: 'C:\\a\\crdls-next.exe' });
});
