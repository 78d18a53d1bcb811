import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column } from '../helpers/snowflake-protocol.ts';
import { SnowflakeServer, type SnowflakeServerOptions } from '../helpers/snowflake-server.ts';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';

// Connections to Snowflake in the real window, against a server that speaks its protocol, and the dialogs about working
// without one.

const PASSWORD = 'only-in-the-file-and-the-keychain-7391';
const folder = temporaryFolder();
const settings = path.join(folder, 'settings');
const options: SnowflakeServerOptions = {
  password: PASSWORD,
  answer: () => ({ columns: [column('N', 'fixed', { scale: 0 })], rows: [['1']] }),
};
let server: SnowflakeServer;
let running: RunningApp;
let page: Page;

beforeAll(async () => {
  server = await SnowflakeServer.start(options);
  const { port } = new URL(server.url);
  fs.writeFileSync(
    path.join(folder, 'connections.toml'),
    `[paper]\naccount = "test"\nuser = "u"\npassword = "${PASSWORD}"\nwarehouse = "WH"\nhost = "127.0.0.1"\nprotocol = "http"\nport = ${port}\n`,
  );
  running = await startApp(settings);
  page = running.page;
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
});
afterAll(async () => {
  await running.app.close().catch(() => {});
  await server.close();
});

const command = async (words: string) => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page
    .getByRole('option', { name: new RegExp(words) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
};
const inDialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => inDialog().getByRole('button', { name });
const choose = (file: string) =>
  running.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, file);

test('a connection is imported from a file, and its check runs on the warehouse', async () => {
  await command('Connections to Snowflake');
  await inDialog().getByText('No connection yet.').waitFor();
  await choose(path.join(folder, 'connections.toml'));
  await button('Import from a file…').click();
  await inDialog().getByText('Imported paper.').waitFor();
  await button('Check').click();
  await inDialog().getByText('Queries can run.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'connections-light');
});

test('a suspended account is told in plain words, with what to do', async () => {
  options.suspended = true;
  await button('Check').click();
  await inDialog().getByText('it still answers, but runs no query').waitFor();
  await inDialog().getByText('run on a local database').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'connections-suspended-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  options.suspended = false;
});

test('a connection is added by hand; a wrong password is no riddle', async () => {
  await button('New connection…').click();
  await inDialog().getByRole('textbox', { name: 'Name of the connection' }).fill('mine');
  await inDialog().getByRole('textbox', { name: 'Account' }).fill('test');
  await inDialog().getByRole('textbox', { name: 'User' }).fill('u');
  expect(await button('Save').isDisabled()).toBe(true);
  await inDialog().getByLabel('Password', { exact: true }).last().fill('wrong');
  await inDialog().getByRole('textbox', { name: 'Address' }).fill(server.url);
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'connection-form-light');
  await button('Save').click();
  await button('Check').click();
  await inDialog().getByText('did not accept who we say we are').waitFor();
});

test('no secret is in clear in the settings, and the page gets none', async () => {
  const listed = await page.evaluate(() =>
    (window as unknown as { assay: { listConnections(): Promise<unknown> } }).assay.listConnections(),
  );
  expect(JSON.stringify(listed)).toContain('paper');
  expect(JSON.stringify(listed)).not.toContain(PASSWORD);
  const files = fs.readdirSync(settings, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toContain('connections.json');
  for (const entry of files) {
    const bytes = fs.readFileSync(path.join(entry.parentPath, entry.name));
    expect(bytes.includes(PASSWORD), entry.name).toBe(false);
    expect(bytes.includes(Buffer.from(PASSWORD).toString('base64').replace(/=+$/, '')), entry.name).toBe(false);
  }
});

test('a connection is removed after a second look', async () => {
  await button('Remove…').click();
  await button('Remove it and its secret').click();
  await expect.poll(() => inDialog().getByRole('list', { name: 'Connections' }).textContent()).toBe('paper');
  await button('Close').click();
});

test('the dialogs about local work open on a project, and the recording is saved as it is', async () => {
  await page.keyboard.press('s');
  await page.getByText('Verdict matrix').waitFor({ timeout: 120_000 });
  await command('Recorded answers');
  await inDialog().getByText('The current run lacked no call.').waitFor();
  const target = path.join(folder, 'recording.jsonl');
  await running.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await button('Export answers…').click();
  await inDialog()
    .getByText(/^Saved/)
    .waitFor();
  expect(fs.readFileSync(target, 'utf8')).toMatch(/^\{"function":"AI_AGG"/);
  await picture(page, 'recording-light');
  await button('Close').click();
  await command('Local database');
  const data = path.join(folder, 'TOWNS');
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, 'towns.csv'), 'NAME\nArl\nBern\n');
  await choose(data);
  await button('Choose a folder…').click();
  await inDialog().getByRole('cell', { name: /TOWNS/ }).waitFor();
  await inDialog()
    .getByText(/is made as/)
    .waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'local-database-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await button('Close').click();
  await command('Compile queries');
  const schemas = path.join(folder, 'schemas');
  fs.mkdirSync(path.join(schemas, 'COUNCIL_POST', 'LETTERBOX'), { recursive: true });
  fs.writeFileSync(
    path.join(schemas, 'COUNCIL_POST', 'LETTERBOX', 'DDL.csv'),
    'table_name,description,DDL\nDISTRICTS,,"create or replace TABLE DISTRICTS (""name"" VARCHAR, ""residents"" NUMBER(38,0))"\n',
  );
  await choose(schemas);
  await button(/^Choose the schemas/).click();
  await inDialog().getByRole('cell', { name: 'UNKNOWN_TABLE' }).first().waitFor({ timeout: 60_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'compile-light');
  await button('Close').click();
});

test('the console stayed empty', () => {
  expect(running.problems).toEqual([]);
});
