// Where a window can open.
import fs from 'node:fs';
import path from 'node:path';

/** Whether a program of this name is on PATH. */
export function onPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      fs.accessSync(path.join(folder, name), fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether the session has a display (elsewhere than on Linux there always is one). */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The command line that runs `command` on the display of the session, or else on a virtual one of 1920×1200. */
export function onDisplay(command, args) {
  return hasDisplay() ? [command, args] : ['xvfb-run', ['-a', '-s', '-screen 0 1920x1200x24', command, ...args]];
}
