// What JupyterLab has in its shared scope, as far as the extension and its test use it.
import * as language from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import * as codemirror from '@jupyterlab/codemirror';

window.lab = { language, codemirror, EditorState, EditorView };
