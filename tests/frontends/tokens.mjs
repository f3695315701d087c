// Prints the tokens that the editors' tokenizer finds in files, a file a line, as JSON: [[kind, text], ...].
import { readFileSync } from 'node:fs';
import { futhark } from '../../install/labextension/futhark.js';

// Line is the part of CodeMirror's StringStream that the tokenizer uses.
class Line {
  constructor(text) { this.string = text; this.pos = 0; }
  sol() { return this.pos === 0; }
  peek() { return this.string.charAt(this.pos) || undefined; }
  next() { return this.pos < this.string.length ? this.string.charAt(this.pos++) : undefined; }
  eat(c) { return this.peek() === c ? this.next() : undefined; }
  skipToEnd() { this.pos = this.string.length; }
  match(what, consume = true) {
    const rest = this.string.slice(this.pos);
    const found = typeof what === 'string' ? rest.startsWith(what) && what : rest.match(what)?.[0];
    if (typeof found !== 'string') return null;
    if (consume) this.pos += found.length;
    return typeof what === 'string' ? true : rest.match(what);
  }
}

export function tokens(text) {
  const out = [];
  const state = futhark.startState();
  for (const l of text.split('\n')) {
    const line = new Line(l);
    if (l === '') futhark.blankLine(state);
    while (line.pos < l.length) {
      const from = line.pos;
      const kind = futhark.kind(line, state);
      if (line.pos === from) throw new Error(`no progress at ${JSON.stringify(l)}, ${from}`);
      if (kind) out.push([kind, l.slice(from, line.pos).trimEnd()]);
    }
  }
  return out;
}

for (const path of process.argv.slice(2)) console.log(JSON.stringify(tokens(readFileSync(path, 'utf8'))));
