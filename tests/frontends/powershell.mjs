// Prints what a PowerShell script is made of, as JSON: where it is not PowerShell, and the commands that it calls, with the text of their arguments.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(createRequire(import.meta.url).resolve("tree-sitter-powershell/tree-sitter-powershell.wasm")));
const text = readFileSync(process.argv[2], "utf8");
const tree = parser.parse(text);

const errors = [];
const commands = [];
const walk = (node) => {
  if (node.isError || node.isMissing) {
    errors.push(`line ${node.startPosition.row + 1}: ${node.isMissing ? "missing " + node.type : node.text}`);
  }
  if (node.type === "command") {
    commands.push(node.text.split(/\s+/));
  }
  node.children.forEach(walk);
};
walk(tree.rootNode);
console.log(JSON.stringify({ errors, commands }));
