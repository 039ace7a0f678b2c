// A small agent for scripts on an SDK: it keeps its conversation in a file of
// its home, offers the model three tools, and carries out what it calls for.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const tools = {
  read: ({ path }) => readFileSync(path, "utf8"),
  write({ path, content }) {
    writeFileSync(path, content);
    return `Wrote ${path}.`;
  },
  edit({ path, old_string, new_string }) {
    const text = readFileSync(path, "utf8");
    if (text.split(old_string).length !== 2) throw new Error(`old_string was not found in ${path}`);
    writeFileSync(path, text.replace(old_string, () => new_string));
    return `Edited ${path}.`;
  },
};

const text = { type: "string" };
const shape = (...names) => ({ type: "object", properties: Object.fromEntries(names.map((n) => [n, text])), required: names });

/** The tools as [name, JSON Schema of their arguments]. */
export const schemas = [
  ["read", shape("path")],
  ["write", shape("path", "content")],
  ["edit", shape("path", "old_string", "new_string")],
];

/** Carries out one call and returns what came of it. */
export function perform(name, args, denied) {
  if (denied && name !== "read") return { text: "The user denied this call.", failed: true };
  try {
    return { text: tools[name](args), failed: false };
  } catch (err) {
    return { text: `Error: ${err.message}`, failed: true };
  }
}

/**
 * Leads one turn: ask(messages) asks the model, adds its answer to the messages
 * and returns {text, calls: [{id, name, args}]}; answer(messages, results) adds
 * what came of the calls.
 */
export async function turn({ ask, answer }) {
  const flags = process.argv.slice(2, -1);
  const file = join(process.env.HOME, "conversation.json");
  const messages = flags.includes("--continue") && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  messages.push({ role: "user", content: process.argv.at(-1) });
  for (;;) {
    const { text, calls } = await ask(messages);
    if (text) console.log(text);
    if (calls.length === 0) break;
    answer(messages, calls.map((c) => ({ ...c, ...perform(c.name, c.args, flags.includes("--deny")) })));
  }
  writeFileSync(file, JSON.stringify(messages));
}
