// The classic Notebook in a real browser: what a person does and sees.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const { SERVER, TOKEN, KERNEL, CHROMIUM, SHOTS } = process.env;
const api = (path, body) => fetch(SERVER + 'api/' + path, {
  method: body ? 'POST' : 'GET',
  headers: { Authorization: 'token ' + TOKEN, 'Content-Type': 'application/json' },
  body: body && JSON.stringify(body),
}).then(r => r.json());

let browser, page;

before(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
});

after(() => browser.close());

// open makes a notebook of cells and opens it.
async function open(name, cells) {
  const content = {
    nbformat: 4, nbformat_minor: 4,
    metadata: { kernelspec: { name: KERNEL, display_name: 'Raido (Futhark)', language: 'futhark' } },
    cells: cells.map(source => ({ cell_type: 'code', metadata: {}, execution_count: null, outputs: [], source })),
  };
  await fetch(SERVER + 'api/contents/' + name, {
    method: 'PUT', headers: { Authorization: 'token ' + TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'notebook', format: 'json', content }),
  });
  await page.goto(`${SERVER}notebooks/${name}?token=${TOKEN}`);
  await page.waitForFunction(() => window.Jupyter?.notebook?.kernel?.is_connected() && !document.querySelector('.kernel_busy_icon'), null, { timeout: 60000 });
}

const outputs = n => page.locator('.code_cell').nth(n).locator('.output_area');

async function shot(name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, name + '.png') });
}

// type writes a cell as a person does and runs it.
async function type(n, text) {
  const cell = page.locator('.code_cell').nth(n);
  await cell.locator('.CodeMirror').click();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Shift+Enter');
}

test('a cell is typed and its value appears', async () => {
  await open('typed.ipynb', ['', '']);
  await type(0, 'def f (x: f64) = x * x\nvjp f 3 1');
  await outputs(0).filter({ hasText: '6.0' }).first().waitFor({ timeout: 30000 });
  assert.match(await page.locator('.code_cell').first().locator('.input_prompt').innerText(), /In\s\[1\]/);
});

test('Futhark has its colours', async () => {
  const words = page.locator('.code_cell').first();
  await words.locator('.cm-keyword', { hasText: /^def$/ }).waitFor({ timeout: 20000 });
  await words.locator('.cm-type', { hasText: /^f64$/ }).waitFor();
  await words.locator('.cm-number', { hasText: /^3$/ }).waitFor();
});

test('a heatmap appears', async () => {
  await type(1, '%heatmap [[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]');
  const picture = outputs(1).locator('img, svg').first();
  await picture.waitFor({ timeout: 30000 });
  const box = await picture.boundingBox();
  assert.ok(box.width > 150 && box.height > 80, `the picture is ${box.width} x ${box.height}`);
  assert.ok(await picture.evaluate(e => e.tagName !== 'IMG' || e.naturalWidth > 0), 'the picture is broken');
  await shot('heatmap');
});

test('run all stops at an error', async () => {
  await open('error.ipynb', ['1i32 + 1', 'let a = 1 + true', '"not reached"', '2i32']);
  await page.evaluate(() => window.Jupyter.notebook.execute_all_cells());
  await outputs(1).filter({ hasText: 'In [2]' }).first().waitFor({ timeout: 30000 });
  await page.waitForFunction(() => window.Jupyter.notebook.get_cells().every(c => !c.element.hasClass('running')), null, { timeout: 30000 });
  const error = await outputs(1).first().innerText();
  assert.match(error, /\^/);
  assert.match(await outputs(0).first().innerText(), /2/);
  assert.equal(await outputs(2).locator('.output_subarea').count(), 0);
  assert.equal(await outputs(3).locator('.output_subarea').count(), 0);
  const prompts = await page.locator('.code_cell .input_prompt').allInnerTexts();
  assert.deepEqual(prompts.map(p => p.replace(/[^0-9*]/g, '')), ['1', '2', '', ''], 'what did not run has no number');
  await shot('error');
});

test('a slow cell shows a line of progress, and at the end what it printed, once', async () => {
  await open('slow.ipynb', ['!echo before; sleep 2; echo after', '!sleep 2; echo only']);
  await page.evaluate(() => window.Jupyter.notebook.execute_all_cells());
  await outputs(0).filter({ hasText: /[0-9]\.[0-9] s/ }).first().waitFor({ timeout: 20000 });
  await page.waitForFunction(() => window.Jupyter.notebook.get_cell(1).input_prompt_number === 2, null, { timeout: 30000 });
  assert.equal((await outputs(0).innerText()).trim(), 'before\nafter');
  assert.equal((await outputs(1).innerText()).trim(), 'only');
});

test('completion by the tab key', async () => {
  await open('tab.ipynb', ['def my_function (x: f64) = x', '']);
  await page.evaluate(() => window.Jupyter.notebook.execute_cells([0]));
  await page.waitForFunction(() => window.Jupyter.notebook.get_cell(0).input_prompt_number === 1);
  await page.locator('.code_cell').nth(1).locator('.CodeMirror').click();
  await page.keyboard.type('my_fu');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => window.Jupyter.notebook.get_cell(1).get_text() === 'my_function', null, { timeout: 20000 });
});

test('interrupt and restart by the menu', async () => {
  await open('long.ipynb', ['let kept = 7i32', 'loop x = 0i64 while x >= 0 do (x + 1) % 1000', 'kept']);
  await page.evaluate(() => window.Jupyter.notebook.execute_cells([0, 1]));
  await page.locator('.kernel_busy_icon').waitFor({ timeout: 20000 });
  await new Promise(resolve => setTimeout(resolve, 300));
  await page.evaluate(() => window.Jupyter.notebook.kernel.interrupt());
  await outputs(1).filter({ hasText: /[Ii]nterrupted/ }).first().waitFor({ timeout: 20000 });
  // Until the reply is there, what is asked for is aborted.
  await page.waitForFunction(() => window.Jupyter.notebook.get_cell(1).input_prompt_number === 2, null, { timeout: 20000 });
  await page.evaluate(() => window.Jupyter.notebook.execute_cells([2]));
  await outputs(2).filter({ hasText: '7' }).first().waitFor({ timeout: 20000 });
  await page.evaluate(() => window.Jupyter.notebook.restart_kernel({ confirm: false }));
  await page.waitForFunction(() => window.Jupyter.notebook.kernel.is_connected(), null, { timeout: 20000 });
  await page.evaluate(() => window.Jupyter.notebook.execute_cells([2]));
  await outputs(2).filter({ hasText: 'In [1]' }).first().waitFor({ timeout: 20000 });
});

test('the kernel has its name and logo', async () => {
  assert.match(await page.locator('.kernel_indicator_name').innerText(), /Raido/);
  const logo = page.locator('#kernel_logo_widget img');
  assert.ok(await logo.evaluate(e => e.naturalWidth > 0));
  const specs = await api('kernelspecs');
  assert.equal(Object.keys(specs.kernelspecs[KERNEL].resources).length >= 3, true);
});
