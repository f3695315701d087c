// JupyterLab's own client library against the kernel, through a running server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const WebSocket = require('ws');
const { KernelManager, ServerConnection } = require('@jupyterlab/services');

const settings = ServerConnection.makeSettings({
  baseUrl: process.env.SERVER,
  wsUrl: process.env.SERVER.replace('http', 'ws'),
  token: process.env.TOKEN,
  WebSocket,
  fetch,
});
const manager = new KernelManager({ serverSettings: settings });
let kernel;

before(async () => {
  await manager.ready;
  kernel = await manager.startNew({ name: process.env.KERNEL });
  await kernel.info;
});

after(async () => {
  await kernel.shutdown();
  manager.dispose();
  setTimeout(() => process.exit(), 500).unref(); // its pollers would keep the process
});

// run executes a cell and gives the reply and what came on iopub, status messages included.
async function run(code, options = {}) {
  const seen = [];
  const future = kernel.requestExecute({ code, stop_on_error: true, ...options });
  future.onIOPub = message => seen.push(message);
  const reply = await future.done;
  future.dispose();
  return { reply: reply.content, seen, types: seen.map(m => m.header.msg_type) };
}

// waitFor waits until something holds.
async function waitFor(holds, what) {
  for (let i = 0; i < 200; i++) {
    if (holds()) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  assert.fail(`waited for ${what} in vain`);
}

const texts = (seen, type) => seen.filter(m => m.header.msg_type === type).map(m => m.content.data?.['text/plain'] ?? m.content.text);

test('the kernel says what it is', async () => {
  const info = await kernel.info;
  assert.equal(info.status, 'ok');
  assert.equal(info.language_info.name, 'futhark');
  assert.equal(info.language_info.file_extension, '.fut');
  assert.ok(info.help_links.length >= 3);
  assert.match(info.help_links[0].url, /^https:/);
});

test('a value, and the order of messages', async () => {
  const { reply, seen, types } = await run('def square (x: f64) = x * x\nvjp square 3 1');
  assert.equal(reply.status, 'ok');
  assert.deepEqual(types, ['status', 'execute_input', 'execute_result', 'status']);
  assert.equal(seen[0].content.execution_state, 'busy');
  assert.equal(seen.at(-1).content.execution_state, 'idle');
  assert.match(texts(seen, 'execute_result')[0], /^6\.0/);
  await waitFor(() => kernel.status === 'idle', 'an idle kernel');
});

test('pictures', async () => {
  const { seen } = await run('%heatmap [[1.0, 2], [3, 4]]');
  const shown = seen.find(m => ['display_data', 'execute_result'].includes(m.header.msg_type));
  assert.match([shown.content.data['image/svg+xml']].flat().join(''), /<svg/);
  assert.ok(Buffer.from(shown.content.data['image/png'], 'base64').subarray(1, 4).equals(Buffer.from('PNG')));
  assert.ok(shown.content.data['text/plain']);
});

test('streams', async () => {
  const { seen, reply } = await run('trace [1i32, 2, 3]');
  assert.equal(reply.status, 'ok');
  assert.match(texts(seen, 'stream').join(''), /1i32, 2i32, 3i32/);
});

// As JupyterLab runs all cells: it sends them one after another without waiting.
test('an error aborts what is queued', async () => {
  const runs = [run('let one = 1i32'), run('one + true'), run('one'), run('one')];
  const [, failed, ...later] = await Promise.all(runs);
  assert.equal(failed.reply.status, 'error');
  assert.equal(failed.reply.ename, 'TypeError');
  assert.match(failed.reply.traceback.join('\n'), /\^/);
  assert.deepEqual(failed.types, ['status', 'execute_input', 'error', 'status']);
  for (const r of later) assert.deepEqual([r.reply.status, r.reply.execution_count], ['aborted', null], 'front ends show In [ ]');
  assert.equal((await run('one')).reply.status, 'ok');
});

test('completion with types', async () => {
  await run('def my_function (x: f64) = x + 1');
  const { content } = await kernel.requestComplete({ code: 'f64.sin (my_fu', cursor_pos: 14 });
  assert.deepEqual(content.matches, ['my_function']);
  assert.deepEqual([content.cursor_start, content.cursor_end], [9, 14]);
  const typed = content.metadata._jupyter_types_experimental[0];
  assert.equal(typed.type, 'function');
  assert.match(typed.signature, /f64 -> f64/);
});

test('inspection', async () => {
  const { content } = await kernel.requestInspect({ code: 'my_function 3', cursor_pos: 4, detail_level: 1 });
  assert.equal(content.found, true);
  assert.match(content.data['text/plain'], /my_function/);
  const nothing = await kernel.requestInspect({ code: 'no_such_name', cursor_pos: 4, detail_level: 0 });
  assert.equal(nothing.content.found, false);
});

test('whether a cell is complete', async () => {
  for (const [code, want] of [['1 + 1', 'complete'], ['let x =', 'incomplete'], ['1 + )', 'invalid']]) {
    assert.equal((await kernel.requestIsComplete({ code })).content.status, want, code);
  }
});

test('history and comms', async () => {
  const { content } = await kernel.requestHistory({ hist_access_type: 'tail', n: 2, output: false, raw: true });
  assert.equal(content.history.length, 2);
  assert.deepEqual((await kernel.requestCommInfo({})).content.comms, {});
  const comm = kernel.createComm('no.such.target');
  const closed = new Promise(resolve => (comm.onClose = resolve));
  await comm.open({}).done;
  await closed;
});

test('an interrupt keeps the state', async () => {
  await run('let kept = 42i32');
  const endless = 'loop x = 0i64 while x >= 0 do (x + 1) % 1000';
  const long = run(endless);
  await waitFor(() => kernel.status === 'busy', 'a busy kernel');
  await new Promise(resolve => setTimeout(resolve, 300));
  await kernel.interrupt();
  const { reply } = await long;
  assert.equal(reply.status, 'error');
  assert.match(reply.ename, /Interrupt/);
  assert.match(texts((await run('kept')).seen, 'execute_result')[0], /42/);
});

test('a display is updated where it stands', async () => {
  const seen = [];
  const future = kernel.requestExecute({ code: 'loop x = 0i64 while x >= 0 do (x + 1) % 1000' });
  future.onIOPub = m => seen.push(m);
  for (let i = 0; i < 60 && !seen.some(m => m.header.msg_type === 'update_display_data'); i++) {
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  await kernel.interrupt();
  await future.done;
  const shown = seen.filter(m => m.header.msg_type === 'display_data' && m.content.transient?.display_id);
  assert.equal(shown.length, 1, 'one line of progress');
  assert.ok(seen.some(m => m.header.msg_type === 'update_display_data'));
  const ids = new Set(shown.map(m => m.content.transient.display_id));
  for (const m of seen.filter(m => m.header.msg_type === 'update_display_data')) assert.ok(ids.has(m.content.transient.display_id));
});

test('a restart forgets everything', async () => {
  await kernel.restart();
  await kernel.info;
  const { reply } = await run('kept');
  assert.equal(reply.status, 'error');
  assert.equal(reply.execution_count, 1);
});
