// How each part is compiled. Loads Vite, so it is imported only when there is something to build.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { root } from './parts.mjs';

/** Left outside the bundles: Electron itself, packages with native code, and those that load files of their own. */
const external = ['electron', 'better-sqlite3', '@resvg/resvg-js', 'snowflake-sdk', '@duckdb/node-api', '@polyglot-sql/sdk'];

/** One CommonJS file for Node 18 and newer, so that old and current Electron runtimes take it. */
const bundle = (entry, outDir, file) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external },
    // Its build for Node waits for the optional package canvas at load time, which CommonJS cannot; figures are SVG here.
    resolve: { alias: { 'vega-canvas': path.join(root, 'node_modules/vega-canvas/build/vega-canvas.browser.js') } },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      target: 'node18',
      minify: false,
      sourcemap: true,
      rollupOptions: { external, output: { format: 'cjs', entryFileNames: file, codeSplitting: false } },
    },
  });

/** Assets stay files of their own: the content security policy admits fonts and scripts from app:// only. */
const page = (entry, outDir) =>
  build({
    configFile: false,
    root: path.dirname(entry),
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    base: './',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome114',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 8000,
      reportCompressedSize: false,
    },
  });

/** Compiles a part from `entry` into the empty folder `outDir`. @param {import('./parts.mjs').Part} part */
export async function compile(part, entry, outDir) {
  if (part.kind === 'page') {
    await page(entry, outDir);
    return;
  }
  await bundle(entry, outDir, part.product);
  for (const [further, file] of Object.entries(part.further ?? {})) await bundle(path.join(root, further), outDir, file);
}
