import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from './page-address.ts';

const folder = path.resolve('renderer-files');

test('the root is the index page, and a path is a file below the folder', () => {
  expect(fileOf('app://assay/', folder)).toBe(path.join(folder, 'index.html'));
  expect(fileOf('app://assay/assets/editor%20worker.js?v=1', folder)).toBe(path.join(folder, 'assets', 'editor worker.js'));
});

test.each([
  ['another host', 'app://other/index.html'],
  ['a way up in encoded slashes', 'app://assay/..%2fmain%2fmain.cjs'],
  ['a neighbour whose name begins alike', 'app://assay/..%2frenderer-files-too%2fx'],
  ['a zero byte', 'app://assay/a%00.html'],
  ['a broken encoding', 'app://assay/%E0%A4%A'],
])('%s names no file', (_what, url) => {
  expect(fileOf(url, folder)).toBeNull();
});
