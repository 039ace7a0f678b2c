// A script on the SDK of Anthropic that streams messages.
import { schemas, turn } from "./agent.mjs";
import client, { model } from "./client.mjs";

const tools = schemas.map(([name, input_schema]) => ({ name, input_schema }));

await turn({
  async ask(messages) {
    const { content } = await client.messages.stream({ model, max_tokens: 900, messages, tools }).finalMessage();
    messages.push({ role: "assistant", content });
    const text = content.filter((b) => b.type === "text").map((b) => b.text).join("");
    return { text, calls: content.filter((b) => b.type === "tool_use").map((b) => ({ id: b.id, name: b.name, args: b.input })) };
  },
  answer(messages, results) {
    const content = results.map((r) => ({ type: "tool_result", tool_use_id: r.id, content: r.text, is_error: r.failed }));
    messages.push({ role: "user", content });
  },
});
