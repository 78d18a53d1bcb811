import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSettings } from './settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-settings-'));
  file = path.join(folder, 'deeper', 'settings.json');
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

const project = (name: string) => ({
  path: `/projects/${name}.assay`,
  name,
  benchmark: 'Spider dev',
  instances: 40,
  systems: 5,
  labelled: 0,
  toLabel: 10,
});

test('settings survive a restart, and a change keeps what it does not name', () => {
  const store = openSettings(file);
  store.update({ theme: 'dark' });
  store.update({ annotator: 'jo', theme: undefined });
  const again = openSettings(file).get();
  expect([again.theme, again.annotator]).toEqual(['dark', 'jo']);
});

test('keys, tour and break are kept; a file of an earlier version has the usual ones', () => {
  const store = openSettings(file);
  expect(store.get()).toMatchObject({
    keys: { preset: 'standard', own: {} },
    tour: { step: 0, state: 'on' },
    breakMinutes: null,
  });
  store.update({ keys: { preset: 'left', own: { 'room.next': ['x'] } }, tour: { step: 3, state: 'away' }, breakMinutes: 50 });
  store.update({ theme: 'dark' });
  const { keys, tour, breakMinutes, ...earlier } = openSettings(file).get();
  expect([keys, tour, breakMinutes]).toEqual([{ preset: 'left', own: { 'room.next': ['x'] } }, { step: 3, state: 'away' }, 50]);
  store.update({ breakMinutes: null });
  expect(openSettings(file).get().breakMinutes).toBeNull();
  fs.writeFileSync(file, JSON.stringify(earlier));
  expect(openSettings(file).get()).toMatchObject({ keys: { preset: 'standard' }, theme: 'dark' });
});

test('the first annotator has a name', () => {
  expect(openSettings(file).get().annotator).not.toBe('');
});

test('recent projects stand newest first, each once, at most twenty', () => {
  const store = openSettings(file);
  for (let i = 0; i < 25; i++) store.rememberProject(project(`p${i}`));
  store.rememberProject({ ...project('p10'), labelled: 7 });
  const { recentProjects } = openSettings(file).get();
  expect(recentProjects).toHaveLength(20);
  expect(recentProjects[0]).toMatchObject({ name: 'p10', labelled: 7 });
  expect(recentProjects.filter((recent) => recent.name === 'p10')).toHaveLength(1);
  store.forgetProject(project('p10').path);
  expect(store.get().recentProjects[0]?.name).toBe('p24');
});

test.each([
  ['broken JSON', '{"version": 1,'],
  ['another shape', '{"version": 1, "theme": "purple"}'],
])('a file with %s is set aside and defaults hold', (_what, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, text);
  const store = openSettings(file);
  expect(store.get().theme).toBe('system');
  const aside = fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith('settings.json.unreadable-'));
  expect(aside).toHaveLength(1);
  expect(fs.readFileSync(path.join(path.dirname(file), aside[0] ?? ''), 'utf8')).toBe(text);
});

test('settings that cannot be written hold all the same', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fs.writeFileSync(path.join(folder, 'deeper'), 'a file where the folder should be');
  const store = openSettings(file);
  store.update({ theme: 'light' });
  expect(store.get().theme).toBe('light');
});

test('settings that cannot be read, in a folder that cannot be written, stop no start', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, 'nonsense');
  // As a read-only folder answers; its permissions would not hold back the superuser.
  vi.spyOn(fs, 'renameSync').mockImplementation(() => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  });
  expect(openSettings(file).get().theme).toBe('system');
  expect(fs.readFileSync(file, 'utf8')).toBe('nonsense');
});
