import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCREEN_KEYS } from '../../renderer/app/screen-keys.ts';
import { picture, type RunningApp, startApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { openSampleRoom, toggleFlag } from './steps.ts';

// Keys as other keyboards send them, held keys, and what the window shows of keys, in the real window.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;
let devtools: CDPSession;

/** A key event as the browser would get it from a keyboard with another layout. */
type Sent = { key: string; code: string; text?: string; modifiers?: number; autoRepeat?: boolean; keyCode?: number };
const SHIFT = 8;
const down = ({ keyCode, ...sent }: Sent) =>
  devtools.send('Input.dispatchKeyEvent', {
    type: sent.text === undefined ? 'rawKeyDown' : 'keyDown',
    ...sent,
    ...(keyCode === undefined ? {} : { windowsVirtualKeyCode: keyCode }),
  });
const up = ({ key, code, modifiers }: Sent) =>
  devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, ...(modifiers === undefined ? {} : { modifiers }) });
const send = async (sent: Sent) => {
  await down(sent);
  await up(sent);
};
const chosenCodes = () =>
  page
    .locator('.room-code')
    .evaluateAll((rows) =>
      rows
        .map((row, at) => (row.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked ? at + 1 : 0))
        .filter((at) => at > 0),
    );
const saved = () => page.locator('.app-saved[aria-busy=false]').waitFor();
const choose = async (layout: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or run' }).fill('>Change keys');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Layout / }).click();
  await page.getByRole('option', { name: layout, exact: true }).click();
  await page.getByRole('button', { name: `Layout ${layout}` }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

beforeAll(async () => {
  running = await startApp(folder);
  page = running.page;
  // A window's menu cannot be asked for on Linux: it is noted where it is made.
  await running.app.evaluate(({ Menu }) => {
    const make = Menu.buildFromTemplate;
    Menu.buildFromTemplate = (template) => {
      const menu = make.call(Menu, template);
      const entries = menu.items.flatMap(({ submenu }) => (submenu?.items ?? []).map(({ id, label }) => [id, label]));
      Object.assign(globalThis, { newestMenu: entries });
      return menu;
    };
  });
  await openSampleRoom(page);
  devtools = await page.context().newCDPSession(page);
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));
beforeEach(async () => {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
});

test('the menu has every command of the room; what its lists make has the keys that the sheet tells elsewhere', async () => {
  const inMenu = async () =>
    new Map(await running.app.evaluate(() => (globalThis as unknown as { newestMenu: [string, string][] }).newestMenu));
  const room = SCREEN_KEYS.find(({ screen }) => screen === 'room')!.keys;
  const made = room.filter(({ id }) => /^room\.(lower|responsible|confidence)\./.test(id));
  await expect.poll(async () => (await inMenu()).has('room.code.C5')).toBe(true);
  const titles = await inMenu();
  expect(made.map(({ id }) => titles.get(id))).toEqual(made.map(({ title }) => title));
  const numbers = ['room.code.C1', 'room.code.C5', 'room.primary.C1', 'app.palette', 'app.keys', 'project.sample'];
  expect(numbers.filter((id) => !titles.has(id))).toEqual([]);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'All keys' });
  await sheet.waitFor();
  await sheet.getByText(/^Responsible: M.model, G.gold/).waitFor();
  // Whoever looks for one sees each by itself.
  await sheet.getByRole('textbox', { name: 'Find a command' }).fill('e');
  await sheet.getByText(/^Responsible: M.model/).waitFor({ state: 'detached' });
  const rows = await page
    .locator('.app-sheet-row')
    .evaluateAll((all) => all.map((row) => `${row.querySelector('dd')?.textContent}: ${row.querySelector('dt')?.textContent}`));
  for (const { title } of made) expect(rows.filter((row) => row.startsWith(`${title}: `)).length, title).toBe(1);
  expect(rows.find((row) => row.startsWith('Responsible: gold'))).toMatch(/RthenG$/);
  expect(rows.find((row) => row.startsWith('SQL below'))).toMatch(/Vthen5$/);
  await page.keyboard.press('Escape');
});

test('a key held down sets its code once, and Done once', async () => {
  const one = { key: '1', code: 'Digit1', text: '1' };
  await down(one);
  for (let times = 0; times < 12; times++) await down({ ...one, autoRepeat: true });
  await up(one);
  await saved();
  expect(await chosenCodes()).toEqual([1]);
  const labelled = () => page.locator('.app-status-end').textContent();
  const before = Number(/(\d+) of/.exec((await labelled()) ?? '')?.[1]);
  const enter = { key: 'Enter', code: 'Enter', text: '\r', keyCode: 13 };
  const instance = await page.locator('[data-pane=instance] h1').textContent();
  const system = () => page.locator('.room-labels-head b').first().textContent();
  const from = await system();
  await down(enter);
  for (let times = 0; times < 12; times++) await down({ ...enter, autoRepeat: true });
  await up(enter);
  await expect
    .poll(async () => `${await page.locator('[data-pane=instance] h1').textContent()} ${await system()}`)
    .not.toBe(`${instance} ${from}`);
  // Had it gone on, it would say that Done needs a code.
  expect(await page.getByText('Done needs a code').count()).toBe(0);
  expect(before).toBeGreaterThanOrEqual(0);
});

test('a French keyboard: digits without Shift, primaries with it, the layout’s own keys; dead keys, AltGr and input methods do nothing', async () => {
  await choose('AZERTY');
  await page.keyboard.press('Shift+J');
  await saved();
  const before = await chosenCodes();
  expect(before).toEqual([]);
  await send({ key: '&', code: 'Digit1', text: '&' });
  await send({ key: 'é', code: 'Digit2', text: 'é' });
  await expect.poll(chosenCodes).toEqual([1, 2]);
  await send({ key: '2', code: 'Digit2', text: '2', modifiers: SHIFT });
  await expect.poll(() => page.locator('.room-primary-on').count()).toBe(1);
  await send({ key: ';', code: 'Comma', text: ';' });
  await page.getByText('Hide the definitions').waitFor();
  await send({ key: ';', code: 'Comma', text: ';' });
  await page.getByText('What the codes mean').waitFor();
  // The dead circumflex, the 229 of an input method, and a chord with the Windows key.
  await send({ key: 'Dead', code: 'BracketLeft' });
  await send({ key: 'Process', code: 'Digit3', keyCode: 229 });
  await send({ key: '"', code: 'Digit3', modifiers: 4 });
  await send({ key: '"', code: 'Digit3', modifiers: 1 });
  await send({ key: '#', code: 'Digit3', modifiers: 3 });
  await toggleFlag(page);
  expect(await chosenCodes()).toEqual([1, 2]);
  // What the window shows of keys is that of the layout.
  expect(await page.locator('.room-codes-what').textContent()).toMatch(/;$/);
  await picture(page, 'keys-azerty');
  await choose('standard');
  expect(await page.locator('.room-codes-what').textContent()).toMatch(/\.$/);
});

test('letters go by what is printed on them: Dvorak, and Cyrillic by the place', async () => {
  const heading = () => page.locator('[data-pane=instance] h1').textContent();
  const here = await heading();
  // J of Dvorak lies where C is.
  await send({ key: 'j', code: 'KeyC', text: 'j' });
  await expect.poll(heading).not.toBe(here);
  const there = await heading();
  await send({ key: 'л', code: 'KeyK', text: 'л' });
  await expect.poll(heading).toBe(here);
  expect(there).not.toBe(here);
});

test('single keys rest in the scratch query, and chords that edit text are its own', async () => {
  await page.keyboard.press('Shift+S');
  const query = page.locator('[data-pane=scratch] .monaco-editor');
  await query.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-pane=scratch]') !== null)).toBe(true);
  const heading = await page.locator('[data-pane=instance] h1').textContent();
  const codes = await chosenCodes();
  await page.keyboard.type('select 12345 j k u x');
  await send({ key: 'Process', code: 'KeyJ', keyCode: 229 });
  await page.keyboard.press('Control+z');
  await expect.poll(() => query.textContent()).not.toContain('k u x');
  expect(await page.locator('[data-pane=instance] h1').textContent()).toBe(heading);
  expect(await chosenCodes()).toEqual(codes);
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await page.locator('[data-pane=results] [role=grid]').waitFor();
});

test('in a diff that cannot be written in, single keys are commands', async () => {
  await page.locator('.monaco-diff-editor:visible .modified .view-line').first().click();
  const heading = () => page.locator('[data-pane=instance] h1').textContent();
  const here = await heading();
  await page.keyboard.press('j');
  await expect.poll(heading).not.toBe(here);
});

test('a key that begins others is taken from all of them, one of the codes from none; every place that shows it follows', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or run' }).fill('>Change keys');
  await page.keyboard.press('Enter');
  const find = page.getByRole('textbox', { name: 'Find a command' });
  await find.fill('write a note');
  await page.getByRole('button', { name: 'Change the key of Write a note' }).click();
  await page.keyboard.press('r');
  await page.getByText(/9 commands have it, or begin with it/).waitFor();
  await page.keyboard.press('Backspace');
  await send({ key: 'Dead', code: 'BracketLeft' });
  await page.getByText('Dead cannot be chosen').waitFor();
  await page.keyboard.press('F7');
  await picture(page, 'keys-capture');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await find.fill('Responsible: gold');
  await page.getByRole('button', { name: 'Change the key of Responsible: gold' }).click();
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await find.fill('Set or clear C1');
  await page.getByRole('button', { name: /^Change the key of Set or clear C1/ }).click();
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.locator('.room-code-row').first().textContent()).toMatch(/^F9/);
  // Between the ends of codes that are no row stand keys that set none.
  expect(await page.locator('.app-hint', { hasText: /code$/ }).textContent()).toBe('F9…code');
  // Wide caps move all of a column: definitions stand below the names of their codes.
  await page.keyboard.press('.');
  const left = async (part: string) => (await page.locator(`.room-code ${part}`).first().boundingBox())!.x;
  expect(await left('.room-code-definition p')).toBe(await left('.room-code-name'));
  await page.keyboard.press('.');
  await page.locator('.room-labels h2', { hasText: 'Note' }).getByText('F7').waitFor();
  await page
    .getByRole('radio', { name: 'Gold' })
    .or(page.getByRole('button', { name: 'Gold', exact: true }))
    .first()
    .waitFor();
  const before = await chosenCodes();
  await page.keyboard.press('1');
  await toggleFlag(page);
  expect(await chosenCodes()).toEqual(before);
  await page.keyboard.press('F9');
  await expect.poll(chosenCodes).not.toEqual(before);
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
