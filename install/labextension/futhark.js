// The colours of Futhark for editors: a tokenizer, line by line, as CodeMirror 5 modes and the StreamLanguage of
// CodeMirror 6 take it. Its kinds are those of lang/syntax (Tokens), which a test compares over all test programs;
// lines that begin with % or ! are magics of the notebook.
export const futhark = (() => {
  const keywords = new Set(('assert case def do else entry false for if import in include let local loop match module open then true type ' +
    'val while with').split(' '));
  const types = /^(?:[iu](?:8|16|32|64)|f(?:16|32|64)|bool)$/;
  const ident = /^[\p{L}_](?:[\p{L}\p{Nd}\p{M}_'])*/u;
  const operator = /^[-+*\/%=!><|&^][-+*\/%=!><|&^.]*/;
  const number = new RegExp('^(?:0[xX][0-9a-fA-F][0-9a-fA-F_]*(?:(?:\\.[0-9a-fA-F][0-9a-fA-F_]*)?[pP][-+]?\\d[\\d_]*)?' +
    '|0[bB][01][01_]*|0[rR][IVXLCDM][IVXLCDM_]*|0[xXbBrR]|\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][-+]?\\d[\\d_]*)?)');
  const badEscape = /\\(?!\\|[ntrabfv'"]|\d|x[0-9a-fA-F]|o[0-7]|u[0-9a-fA-F])/;

  // read takes a token and gives its kind; state.last becomes its text.
  function read(stream, state) {
    const from = stream.pos;
    const touches = state.end === from;
    const done = kind => {
      const text = stream.string.slice(from, stream.pos);
      state.exists = text === '?' || state.exists && (/^[[\].]$/.test(text) || kind === 'name' && state.last !== '.');
      if (text === '#[' || text === '[' && state.attrs > 0) state.attrs++;
      else if (text === ']' && state.attrs > 0) state.attrs--;
      state.last = text;
      state.end = stream.pos;
      state.doc = false;
      return kind;
    };
    const c = stream.peek();
    if (stream.match(ident, false)) {
      const word = stream.match(ident)[0];
      if (keywords.has(word)) return done('keyword');
      if (word === '_') return done('name');
      if (state.last === '.' && touches && !state.exists) return done('name');
      return done(qualified(stream));
    }
    if (/\d/.test(c)) return done(numeral(stream, state.last === '.' && touches));
    if (c === '"') return done(string(stream));
    if (c === "'") return done(quote(stream));
    if (stream.match(operator)) return done('operator');
    if (c === '#') {
      stream.next();
      if (stream.eat('[')) return done('attribute');
      return done(stream.match(ident) ? 'constructor' : 'error');
    }
    if (c === '`') return stream.next(), done('operator');
    if (stream.match('???')) return done('punctuation');
    if (stream.match(/^(?:\.\.[.<>]?|:>|[:\\?])/)) return done('operator');
    stream.next();
    return done(/[()[\]{},.~]/.test(c) || c === '$' && state.attrs > 0 ? 'punctuation' : 'error');
  }

  // qualified takes what dots add to a name that was read.
  function qualified(stream) {
    let kind = 'name';
    for (;;) {
      if (stream.match(/^\.\(/)) return 'qualified';
      const more = stream.match(/^\.[\p{L}_](?:[\p{L}\p{Nd}\p{M}_'])*/u, false);
      if (more && more[0] !== '._') {
        if (keywords.has(more[0].slice(1))) return kind;
        stream.match(more[0]);
        kind = 'qualified';
        continue;
      }
      if (!stream.match(/^\.--/, false) && stream.match(/^\.[-+*\/%=!><|&^][-+*\/%=!><|&^.]*/)) return 'operator';
      return kind;
    }
  }

  function numeral(stream, field) {
    if (field) return stream.match(/^\d+/), 'number';
    const text = stream.match(number)[0];
    const word = stream.match(ident);
    if (/^0[xXbBrR]$/.test(text)) return 'error';
    if (!word) return 'number';
    const float = /^0[xX]/.test(text) ? /[pP]/.test(text) : /^\d/.test(text) && /[.eE]/.test(text);
    return /^f(?:16|32|64)$/.test(word[0]) || !float && /^[iu](?:8|16|32|64)$/.test(word[0]) ? 'number' : 'error';
  }

  function string(stream) {
    const whole = stream.match(/^"(?:[^"\\]|\\.)*"/);
    if (!whole) stream.skipToEnd();
    return whole && !badEscape.test(whole[0]) ? 'string' : 'error';
  }

  function quote(stream) {
    const char = stream.match(/^'(?:\\.[^']{0,11}|[^'])'/u);
    if (char) return badEscape.test(char[0]) ? 'error' : 'string';
    if (stream.match(/^'[~^]?[\p{L}_](?:[\p{L}\p{Nd}\p{M}_'])*/u)) return 'typeparam';
    stream.next();
    return 'error';
  }

  // kind takes white space (null), a comment or a token.
  function kind(stream, state) {
    if (stream.sol()) {
      state.end = -1;
      if (state.magic && !/\s/.test(stream.peek() || '')) state.magic = false;
      if (stream.match(/^%[A-Za-z]\w*/)) {
        state.magic = true;
        state.doc = false;
        return 'magic';
      }
      if (stream.match(/^!\s*[A-Za-z.\/]/, false)) {
        stream.skipToEnd();
        return 'magic';
      }
      if (/^\s*$/.test(stream.string)) state.doc = false;
    }
    if (stream.match(/^[ \t\r\f\v]+/)) return null; // other spaces are errors
    if (state.magic && stream.match(/^--?[a-z][\w-]*/)) {
      state.end = stream.pos;
      return 'attribute';
    }
    if (stream.match('--', false)) {
      const text = stream.string.slice(stream.pos);
      stream.skipToEnd();
      state.doc = state.doc && !text.startsWith('-- ==') || text.startsWith('-- |');
      return state.doc ? 'doc' : 'comment';
    }
    return read(stream, state);
  }

  // The styles of CodeMirror for kinds; the others have none.
  const styles = {
    keyword: 'keyword', operator: 'operator', number: 'number', string: 'string', constructor: 'atom', typeparam: 'type', attribute: 'meta',
    comment: 'comment', doc: 'comment', error: 'error', magic: 'meta', name: 'variable', qualified: 'variable',
  };

  return {
    name: 'futhark',
    startState: () => ({ last: '', end: -1, attrs: 0, exists: false, doc: false, magic: false }),
    copyState: state => ({ ...state }),
    kind,
    token(stream, state) {
      const from = stream.pos;
      const found = kind(stream, state);
      return found === 'name' && types.test(stream.string.slice(from, stream.pos)) ? 'type' : styles[found] || null;
    },
    blankLine(state) {
      state.doc = false;
    },
    lineComment: '--',
    languageData: { commentTokens: { line: '--' }, closeBrackets: { brackets: ['(', '[', '{', '"', '`'] } },
  };
})();
