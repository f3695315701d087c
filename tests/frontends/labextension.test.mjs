// The extension that raido installs, loaded in a browser against JupyterLab's own packages, as JupyterLab loads it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const { CHROMIUM, LABEXTENSION, SHOTS } = process.env;
const about = JSON.parse(readFileSync(join(LABEXTENSION, 'package.json'), 'utf8'));

let browser, page;

before(async () => {
  const bundle = await build({ entryPoints: ['lab.bundle.in.mjs'], bundle: true, write: false, format: 'iife', loader: { '.svg': 'text' }, logLevel: 'error',
    outfile: 'lab.js' });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  page = await browser.newPage({ viewport: { width: 700, height: 220 } });
  page.on('pageerror', e => console.log('page error:', e.message));
  await page.addScriptTag({ content: bundle.outputFiles.find(f => f.path.endsWith('.js')).text });
  await page.addScriptTag({ content: readFileSync(join(LABEXTENSION, about.jupyterlab._build.load), 'utf8') });
});

after(() => browser.close());

test('it registers Futhark', async () => {
  const found = await page.evaluate(async ({ name, extension }) => {
    const { language, codemirror } = window.lab;
    const container = window._JUPYTERLAB[name];
    const shared = m => ({ '1.0.0': { get: async () => () => m, loaded: 1 } });
    await container.init({ '@codemirror/language': shared(language), '@jupyterlab/codemirror': shared(codemirror) });
    const plugin = (await container.get(extension))().default;
    const languages = (window.lab.languages = new codemirror.EditorLanguageRegistry());
    for (const l of codemirror.EditorLanguageRegistry.getDefaultLanguages()) languages.addLanguage(l);
    const mode = { name: 'futhark', mime: 'text/x-haskell' };
    const before = languages.findBest(mode).name;
    plugin.activate({}, languages);
    const mimes = new codemirror.CodeMirrorMimeTypeService(languages);
    return { before, after: languages.findBest(mode).name, requires: plugin.requires.map(r => r === codemirror.IEditorLanguageRegistry),
      ofFile: mimes.getMimeTypeByFilePath('a/b.fut'), ofKernel: mimes.getMimeTypeByLanguage({ name: 'futhark', codemirror_mode: mode }) };
  }, { name: about.name, extension: about.jupyterlab._build.extension });
  assert.deepEqual(found, { before: 'Haskell', after: 'futhark', requires: [true], ofFile: 'text/x-futhark', ofKernel: 'text/x-futhark' });
});

test('an editor shows its colours', async () => {
  const code = '-- | Half of x.\n#[inline]\ndef half (x: f64): f64 = x / 2f64\n\nmatch #some 3i32 case #some y -> y case #none -> ???\n%plot --line (map half xs)';
  const spans = await page.evaluate(async code => {
    const { languages, language, EditorState, EditorView } = window.lab;
    const { support } = await languages.getLanguage('text/x-futhark');
    new EditorView({ parent: document.body, state: EditorState.create({ doc: code,
      extensions: [support, language.syntaxHighlighting(language.defaultHighlightStyle)] }) });
    return [...document.querySelectorAll('.cm-line span')].map(s => [s.textContent, getComputedStyle(s).color]);
  }, code);
  const colour = text => spans.find(s => s[0] === text)?.[1];
  for (const text of ['def', '-- | Half of x.', 'f64', '2f64', '#some', '%plot', '--line']) assert.ok(colour(text), `${text} has no colour: ${JSON.stringify(spans)}`);
  assert.equal(new Set(['def', '-- | Half of x.', 'f64', '2f64', '%plot'].map(colour)).size, 5);
  if (SHOTS) await page.screenshot({ path: join(SHOTS, 'lab.png') });
});
